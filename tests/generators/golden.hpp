// Recipes with the fingerprints of their bytes. A change here means that recipes written down
// elsewhere no longer give the rows that they gave: say so in the commit.
#pragma once
#include <cstdint>

namespace tailproof::test {

struct Golden {
  const char* recipe;
  const char* fingerprint;
};

/// Hash of the lines of the first 3000 draws of a sampler of all families.
inline constexpr std::uint64_t golden_draws = 0x0f634718c056188f;

inline constexpr Golden golden[] = {
    {"iid(shape=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "42280ab4ebb2afe2"},
    {"iid(shape=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "173f0822533eee0b"},
    {"iid(shape=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "a389107c71bd20b6"},
    {"iid(shape=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "bc7c5da3add574b1"},
    {"drift seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "eb642f5b87d02dfb"},
    {"ramp(shape=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "60da5c06a28e20a7"},
    {"ramp(shape=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "6f45e69bc9fb5f75"},
    {"ramp(shape=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "d984b60f2d774918"},
    {"ramp(shape=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "f2265f1f121e9239"},
    {"block-repeated seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "40942ba61c578775"},
    {"plateau(level=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "572a0550fbfd143e"},
    {"plateau(level=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "cb6cd134e7833c4b"},
    {"plateau(level=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "42551b239b0a5f87"},
    {"shared-prefix seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "752b6712e104d3e7"},
    {"digit-round(round=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "e71a8a974101fe66"},
    {"digit-round(round=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "3bec6c8524866336"},
    {"digit-round(round=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "59c220f939631edc"},
    {"one-coarse-bin seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "e9cbeebffece3265"},
    {"declared-capacity(edge=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "08f41908d8bb022b"},
    {"declared-capacity(edge=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "87896b24d8ba8fcc"},
    {"declared-capacity(edge=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "f4bb9324f682b16a"},
    {"declared-capacity(edge=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "a4ea4126ab9ce85c"},
    {"declared-capacity(edge=4) seed=0x11 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "de4d9b89d0046ae5"},
    {"infinities(mix=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "a51b2bfa8571082d"},
    {"infinities(mix=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "a1048b62f517b2fc"},
    {"infinities(mix=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "2c4ebcb97defa6a0"},
    {"infinities(mix=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "9e882c4e44bb66f2"},
    {"range-ends(before=0,end=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "4bf15ed915030ad4"},
    {"range-ends(before=1,end=0) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "982a191602fc83d8"},
    {"range-ends(before=0,end=1) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "539a8dfeee8f3485"},
    {"range-ends(before=1,end=1) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "d46f814eee8cc622"},
    {"subnormals(across=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "a08ab832193feb1f"},
    {"subnormals(across=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "98f5bcfb954fe1a9"},
    {"signed-zeros seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "c553fee2e0eda710"},
    {"beyond-half(range=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "af8c798ee647c015"},
    {"beyond-half(range=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "b2b9492e36e5fb98"},
    {"beyond-half(range=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "36799a2f3d2c6c81"},
    {"beyond-half(range=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "03a7632e380810a3"},
    {"relu-sparse seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "72ca7b153e94efa0"},
    {"quantised(grid=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "1051117ac8cafc05"},
    {"quantised(grid=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "d017e4d7e2e44b32"},
    {"quantised(grid=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "09a7f088073af1f2"},
    {"clustered-ends(spread=1) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "dcbdd78d1862cee0"},
    {"clustered-ends(spread=2) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "1a538f5d35afa27d"},
    {"clustered-ends(spread=3) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "53f686a6f85ebf32"},
    {"clustered-ends(spread=4) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "22b6ef4dfdcf7615"},
    {"clustered-ends(spread=5) seed=0x11 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "6550763025b68b60"},
    {"clustered-ends(spread=6) seed=0x12 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "d8bb0cda27c8a90d"},
    {"clustered-ends(spread=7) seed=0x13 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "cf339d4a3412a246"},
    {"clustered-ends(spread=8) seed=0x14 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "fad15836cb205e02"},
    {"tight-alias seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "09f4ca73149a1520"},
    {"loose-alias seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "d991f66ed1660a37"},
    {"forced-route(route=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "7f7f2e0c64d5f945"},
    {"forced-route(route=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "acc15f2769a9d4c4"},
    {"forced-route(route=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "2b5acdf85164bbcd"},
    {"forced-route(route=3) seed=0x10 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "1ef493ad1f5ccd52"},
    {"forced-route(route=4) seed=0x11 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "eea015c8dde00d70"},
    {"forced-route(route=5) seed=0x12 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "7ba018fa61faf75f"},
    {"forced-route(route=6) seed=0x13 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "89331202ecf2dabf"},
    {"forced-route(route=7) seed=0x14 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "7aed143408835577"},
    {"view-edges seed=0x7 rows=3 width=500 lengths=view-edges rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "9af5c8a2bb5e78e6"},
    {"length-edges(around=0) seed=0x7 rows=3 width=500 lengths=edges rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "90ce5eabf6275fe9"},
    {"length-edges(around=1) seed=0x8 rows=3 width=500 lengths=capacity-edges rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "7f24aaf0852445e4"},
    {"segment-winners(place=0) seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "1f272bcbbf742895"},
    {"segment-winners(place=1) seed=0x8 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4",
     "c22fe17a1abc75a9"},
    {"segment-winners(place=2) seed=0x9 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "f6206ef78961333b"},
    {"nan-rows seed=0x7 rows=3 width=500 lengths=ragged:100 rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "47a2f4f0c29a1c55"},
    {"bad-lengths seed=0x7 rows=3 width=500 lengths=out-of-contract rank=40 "
     "policy=stride=8,capacity=16,segments=4 layout=pitch:3,offset:1,padding:nan,dead:1",
     "d05dda73bc908cdc"},
};

}  // namespace tailproof::test
