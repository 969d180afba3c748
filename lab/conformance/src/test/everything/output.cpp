// The JSON. A text is written as {"then": the copy, "now": what its pointer shows now}, or alone where both are equal.
#include <cstdio>
#include <cstring>
#include <unistd.h>

#include "everything.h"

namespace everything {
namespace {
// --- values --------------------------------------------------------------------------------------------------------

class Json {
  public:
    explicit Json(FILE* out) : out_(out) {}

    Json& begin(char bracket) {
        separate();
        fputc(bracket, out_);
        first_ = true;
        return *this;
    }

    Json& end(char bracket) {
        fputc(bracket, out_);
        first_ = false;
        return *this;
    }

    Json& key(const std::string& name) {
        separate();
        quote(name.c_str());
        fputc(':', out_);
        first_ = true;
        return *this;
    }

    void value(uint64_t number) {
        separate();
        fprintf(out_, "%llu", static_cast<unsigned long long>(number));
    }

    void value(int64_t number) {
        separate();
        fprintf(out_, "%lld", static_cast<long long>(number));
    }

    void value(const std::string& text) {
        separate();
        quote(text.c_str());
    }

    void value(const Text& text) {
        if (!text.at) {
            separate();
            fputs("null", out_);
        } else if (text.then == text.at) {
            value(text.then);
        } else {
            begin('{').key("then").value(text.then);
            key("now").value(std::string(text.at, strnlen(text.at, 200)));
            end('}');
        }
    }

  private:
    void separate() {
        if (!first_) fputc(',', out_);
        first_ = false;
    }

    // Bytes that are no ASCII are written as if they were Latin-1: the text may be anything by now.
    void quote(const char* text) {
        fputc('"', out_);
        for (const char* c = text; *c; c++) {
            auto byte = static_cast<unsigned char>(*c);
            if (byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\\') fprintf(out_, "\\u%04x", byte);
            else fputc(byte, out_);
        }
        fputc('"', out_);
    }

    FILE* out_;
    bool first_ = true;
};

// --- parts ---------------------------------------------------------------------------------------------------------

void write_agents(Json& json, const char* name, const std::vector<Agent>& agents) {
    json.key(name).begin('[');
    for (const Agent& agent : agents) {
        json.begin('{');
        json.key("id").value(agent.id);
        json.key("node").value(agent.node);
        json.key("type").value(int64_t(agent.type));
        json.key("logical").value(int64_t(agent.logical));
        json.key("logical of type").value(int64_t(agent.logical_of_type));
        json.key("name").value(agent.name);
        json.key("vendor").value(agent.vendor);
        json.key("product").value(agent.product);
        json.key("model").value(agent.model);
        json.key("statuses").value(agent.statuses);
        json.key("counters").value(uint64_t(agent.counters));
        json.key("samples").value(uint64_t(agent.samples));
        json.end('}');
    }
    json.end(']');
}

void write_contexts(Json& json) {
    json.key("contexts").begin('[');
    for (const Context& context : contexts()) {
        json.begin('{');
        json.key("name").value(context.name);
        json.key("id").value(context.id.handle);
        json.key("buffer").value(context.buffer.handle);
        json.key("pushed").value(context.pushed);
        json.key("popped").value(context.popped);
        json.key("dropped").value(context.dropped);
        json.key("own thread").value(uint64_t(context.own_thread));
        json.key("callbacks").begin('[');
        for (auto kind : context.callbacks) json.value(int64_t(kind));
        json.end(']');
        json.key("records").begin('[');
        for (auto kind : context.records) json.value(int64_t(kind));
        json.end(']');
        json.end('}');
    }
    json.end(']');
}

void write_kinds(Json& json, const char* name, const std::map<int, Kind>& kinds) {
    json.key(name).begin('{');
    for (const auto& kind : kinds) {
        json.key(std::to_string(kind.first)).begin('{');
        json.key("name").value(kind.second.name);
        json.key("operations").begin('{');
        for (const auto& operation : kind.second.operations)
            json.key(std::to_string(operation.first)).value(operation.second);
        json.end('}').end('}');
    }
    json.end('}');
}

void write_event(Json& json, const Event& event) {
    json.begin('{');
    json.key("context").value(uint64_t(event.context));
    json.key("source").value(std::string(event.source == Source::callback ? "callback" : "record"));
    json.key("kind").value(int64_t(event.kind));
    json.key("operation").value(int64_t(event.operation));
    json.key("phase").value(int64_t(event.phase));
    json.key("thread").value(event.thread);
    json.key("caller").value(event.caller);
    json.key("internal").value(event.internal);
    json.key("external").value(event.external);
    json.key("ancestor").value(event.ancestor);
    json.key("start").value(event.start);
    json.key("end").value(event.end);
    json.key("right size").value(uint64_t(event.right_size));
    for (const auto& number : event.numbers) json.key(std::string("#") + number.first).value(number.second);
    for (const auto& text : event.texts) json.key(std::string("$") + text.first).value(text.second);
    if (!event.arguments.empty()) {
        json.key("arguments").begin('[');
        for (const Argument& argument : event.arguments) {
            json.begin('{').key("type").value(argument.type);
            json.key("name").value(argument.name);
            json.key("value").value(argument.value);
            json.end('}');
        }
        json.end(']');
    }
    json.end('}');
}

void write_requests(Json& json) {
    json.key("requests").begin('[');
    for (const Request& request : requests()) {
        json.begin('{').key("context").value(uint64_t(request.context));
        json.key("kind").value(int64_t(request.kind));
        json.key("operation").value(int64_t(request.operation));
        json.key("thread").value(request.thread);
        json.key("caller").value(request.caller);
        json.key("internal").value(request.internal);
        json.key("answer").value(request.answer);
        json.end('}');
    }
    json.end(']');
}

void write_library(Json& json) {
    json.key("internal threads").begin('[');
    for (const InternalThread& thread : internal_threads()) {
        json.begin('{').key("library").value(int64_t(thread.library));
        json.key("before").value(uint64_t(thread.before));
        json.key("caller").value(thread.caller);
        json.end('}');
    }
    json.end(']').key("tables").begin('[');
    for (const Table& table : tables()) {
        json.begin('{').key("type").value(int64_t(table.type));
        json.key("name").value(table.name);
        json.key("version").value(table.version);
        json.key("instance").value(table.instance);
        json.key("tables").value(table.tables);
        json.key("readable").value(uint64_t(table.readable));
        json.end('}');
    }
    json.end(']');
}
} // namespace

bool write_all(const char* file, const Times& times) {
    FILE* out = fopen(file, "w");
    if (!out) return false;
    Json json(out);
    json.begin('{');
    json.key("process").value(int64_t(getpid()));
    json.key("initialized").value(times.initialized);
    json.key("finalized").value(times.finalized);
    json.key("initializing thread").value(times.initializing_thread);
    json.key("finalizing thread").value(times.finalizing_thread);
    json.key("agents").begin('{');
    write_agents(json, "first", first_agents());
    write_agents(json, "last", query_agents());
    json.end('}');
    write_contexts(json);
    write_kinds(json, "callback kinds", callback_kinds());
    write_kinds(json, "record kinds", buffer_kinds());
    write_requests(json);
    write_library(json);
    json.key("answers").begin('{');
    for (const auto& answer : answers()) json.key(answer.first).value(answer.second);
    json.end('}').key("events").begin('[');
    for (const Event& event : events().events()) write_event(json, event);
    json.end(']').end('}');
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}
} // namespace everything
