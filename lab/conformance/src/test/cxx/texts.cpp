// Numbers, versions, pieces of text, arrays, types and address ranges.
#include <rocprofiler-sdk/cxx/codeobj/segment.hpp>
#include <rocprofiler-sdk/cxx/container/c_array.hpp>
#include <rocprofiler-sdk/cxx/details/join.hpp>
#include <rocprofiler-sdk/cxx/details/mpl.hpp>
#include <rocprofiler-sdk/cxx/details/tokenize.hpp>
#include <rocprofiler-sdk/cxx/utility.hpp>
#include <rocprofiler-sdk/cxx/version.hpp>

#include "check.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace rocprofiler::sdk;
using strings = std::vector<std::string>;
using views = std::vector<std::string_view>;

static_assert(version::compute_version_triplet(10203).minor == 2);
static_assert(version::compute_version_triplet(10203).major == 1);
static_assert(version::compute_version_triplet<1000>(3002001).patch == 1);
static_assert(version::compute_version_triplet<1000>(3002001).major == 3);

static_assert(mpl::is_string_type<std::string>::value && mpl::is_string_type<std::string_view>::value);
static_assert(mpl::is_string_type<char*>::value && mpl::is_string_type<const char*>::value);
static_assert(!mpl::is_string_type<int>::value && !mpl::is_string_type<strings>::value);
static_assert(mpl::string_support<std::string>::value && !mpl::string_support<int>::value);
static_assert(mpl::can_stringify<int>::value && !mpl::can_stringify<strings>::value);
static_assert(mpl::is_iterable<std::vector<int>>::value && !mpl::is_iterable<int>::value);
static_assert(mpl::has_value_type<strings>(0) && !mpl::has_value_type<int>(0));
static_assert(mpl::has_mapped_type<std::map<int, int>>(0) && !mpl::has_mapped_type<std::set<int>>(0));
static_assert(mpl::has_key_type<std::set<int>>(0) && mpl::has_traits<std::string>(0));
static_assert(std::is_same_v<mpl::unqualified_identity_t<const int&>, int>);
static_assert(mpl::is_same_unqualified_identity<const int&, int>::value);

namespace {

void check_hex() {
    CHECK(utility::as_hex(255, 4) == "0x00ff");
    CHECK(utility::as_hex(0) == "0x0");
    CHECK(utility::as_hex(0xabcdefu, 2) == "0xabcdef");
    CHECK(utility::as_hex(static_cast<unsigned char>(10), 2) == "0x0a");
    CHECK(utility::as_hex(-1) == "0xffffffff");
    CHECK(utility::as_hex(~0ull) == "0xffffffffffffffff");
    CHECK(utility::as_hex(reinterpret_cast<void*>(0x7f00), 16) == "0x0000000000007f00");
}

void check_pieces() {
    CHECK((parse::tokenize("a,b c") == strings{"a", "b", "c"}));
    CHECK((parse::tokenize(";;'a'::\"b\",") == strings{"a", "b"}));
    CHECK(parse::tokenize("").empty() && parse::tokenize(" , ").empty());
    CHECK((parse::tokenize("a b-c", "-") == strings{"a b", "c"}));
    CHECK((parse::tokenize<std::set<std::string>>("b a b") == std::set<std::string>{"a", "b"}));
    CHECK((parse::tokenize<views>("b a") == views{"b", "a"}));
    CHECK((parse::tokenize<strings>("a b", " ", [](const std::string& piece) { return piece + "!"; })
           == strings{"a!", "b!"}));
    CHECK((parse::tokenize<std::vector<int>>("1 2", " ", [](const std::string& piece) { return std::stoi(piece); })
           == std::vector<int>{1, 2}));
    CHECK((parse::tokenize("a::::b::", views{"::"}) == strings{"a", "", "b", ""}));
    CHECK((parse::tokenize("a->b::c", strings{"::", "->"}) == strings{"a", "b", "c"}));
    CHECK((parse::tokenize("a", views{}) == strings{"a"}));

    CHECK(parse::strip(" x y ", " ") == "x y");
    CHECK(parse::strip("--x", "-") == "x");
    CHECK(parse::strip("   ", " ") == "   ");
    CHECK(parse::from_string<int>("42") == 42);
    CHECK(parse::from_string<double>(std::string{"0.5"}) == 0.5);
    CHECK(parse::str_transform("x $A/ $B/", "$", "/", [](const std::string& text) { return "<" + text + ">"; })
          == "x <$A>/ <$B>/");
    CHECK(parse::str_transform("no end $A", "$", "/", [](const std::string&) { return "?"; }) == "no end $A");

    CHECK(join::join(", ", 1, "a", std::string{"b"}) == "1, a, b");
    CHECK(join::join<join::QuoteStrings>(join::config{",", "{", "}"}, 1, "a", std::string{"b"}) == "{1,\"a\",\"b\"}");
    CHECK(join::join(",").empty() && join::quoted(1) == "\"1\"");

    CHECK(mpl::is_empty("") && mpl::is_empty(std::string{}) && mpl::is_empty(strings{}));
    CHECK(!mpl::is_empty("a") && !mpl::is_empty(strings{""}));
    CHECK(std::string{mpl::string_support<std::string>{}("a")} == "a");
    strings reserved;
    std::set<int> other;
    CHECK(mpl::reserve(reserved, 7) && reserved.capacity() >= 7 && !mpl::reserve(other, 7));
}

void check_array() {
    int numbers[] = {1, 2, 3, 4};
    auto array = container::make_c_array(numbers, 4);
    int sum = 0;
    for (auto number : array) sum += number;
    CHECK(sum == 10 && array.size() == 4);
    CHECK(array[0] == 1 && array[1u] == 2 && array[2L] == 3 && array.at(3) == 4);
    array[0] = 5;
    CHECK(numbers[0] == 5);
    CHECK_THROWS(std::out_of_range, array.at(4));
    auto part = array.slice(1, 3);
    CHECK(part.size() == 2 && part[0] == 2);
    CHECK_THROWS(std::out_of_range, array.slice(1, 5));
    CHECK_THROWS(std::out_of_range, array.slice(3, 2));
    part.pop_front();
    CHECK(part.size() == 1 && part[0] == 3);
    part.pop_back();
    CHECK(part.size() == 0 && part.begin() == part.end());
    CHECK_THROWS(std::out_of_range, (part.pop_front(), 0));
    int* pointer = array;
    CHECK(pointer == numbers);
}

void check_ranges() {
    using codeobj::segment::address_range_t;
    codeobj::segment::CodeobjTableTranslator table;
    CHECK(table.insert({0x1000, 0x100, 1}).second && table.insert({0x1100, 0x100, 2}).second);
    CHECK(!table.insert({0x10ff, 2, 3}).second); // overlaps
    CHECK((address_range_t{0x1000, 0x100, 1} == address_range_t{0x10ff, 2, 3}));
    CHECK((address_range_t{0x1000, 0x100, 1} < address_range_t{0x1100, 1, 2}));
    CHECK((address_range_t{0x1000, 0x100, 1}.inrange(0x10ff)) && !(address_range_t{0x1000, 0x100, 1}.inrange(0x1100)));
    CHECK(table.find_codeobj_in_range(0x10ff).id == 1 && table.find_codeobj_in_range(0x1000).id == 1);
    CHECK(table.find_codeobj_in_range(0x1100).id == 2);
    CHECK_THROWS(std::exception, table.find_codeobj_in_range(0xfff));
    CHECK_THROWS(std::exception, table.find_codeobj_in_range(0x1200));
    CHECK(table.find_codeobj_in_range(0x1180).id == 2);
    CHECK(table.remove(0x11ff) && !table.remove(0x11ff));
    CHECK_THROWS(std::exception, table.find_codeobj_in_range(0x1180));
    CHECK((table.remove(address_range_t{0x1000, 0x100, 1})) && table.empty());
    table.clear_cache();
}

} // namespace

int main() {
    check_hex();
    check_pieces();
    check_array();
    check_ranges();
    return wrong;
}
