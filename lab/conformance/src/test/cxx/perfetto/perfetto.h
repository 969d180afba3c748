// Stands in for Perfetto's SDK, of which only what the helper uses is here: it keeps what it is given.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace perfetto {

struct Category {
    const char* name;
    const char* description = nullptr;
    explicit constexpr Category(const char* its_name) : name{its_name} {}
    constexpr Category SetDescription(const char* text) const {
        Category result{name};
        result.description = text;
        return result;
    }
};

struct DebugAnnotation {
    std::string name, value;
    void set_name(const std::string& text) { name = text; }
    void set_string_value(const std::string& text) { value = "string " + text; }
    void set_bool_value(bool number) { value = number ? "bool true" : "bool false"; }
    void set_int_value(int64_t number) { value = "int " + std::to_string(number); }
    void set_uint_value(uint64_t number) { value = "uint " + std::to_string(number); }
    void set_double_value(double number) { value = "double " + std::to_string(number); }
    void set_pointer_value(uint64_t number) { value = "pointer " + std::to_string(number); }
};

struct TrackEvent {
    std::deque<DebugAnnotation> all;
    DebugAnnotation* add_debug_annotations() { return &all.emplace_back(); }
};

struct EventContext {
    TrackEvent its_event;
    TrackEvent* event() { return &its_event; }
};

} // namespace perfetto

#define PERFETTO_DEFINE_CATEGORIES(...) \
    inline const std::vector<::perfetto::Category> defined_categories { __VA_ARGS__ }
