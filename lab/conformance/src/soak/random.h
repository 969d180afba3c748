// Random numbers that are the same on every machine.
#ifndef SOAK_RANDOM_H
#define SOAK_RANDOM_H

#include <cstdint>
#include <initializer_list>

namespace soak {

// The sequence does not depend on how threads are scheduled: each thread has its own generator, seeded by
// its creator's.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) { next(); }
    uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t x = state_;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
        x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        return x ^ x >> 31;
    }
    int below(int bound) { return (int)((next() >> 16) % (uint64_t)bound); }
    int between(int low, int high) { return low + below(high - low + 1); }
    bool chance(int percent) { return below(100) < percent; }
    template <typename T> T one_of(std::initializer_list<T> all) { return all.begin()[below((int)all.size())]; }

  private:
    uint64_t state_;
};

} // namespace soak

#endif
