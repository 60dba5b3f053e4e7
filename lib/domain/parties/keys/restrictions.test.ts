import { describe, expect, it } from "vitest";
import { normalAddress } from "@/lib/api/client-address";
import { fc } from "@/lib/testing/random";
import { isWithin, normalNetwork, parseNetwork } from "./restrictions";

describe("normalNetwork", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::1", "2001:db8::1/128"],
    ["2001:db8:0:0:1::/32", "2001:db8::/32"],
    ["::ffff:203.0.113.7", "203.0.113.7/32"],
    ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
    ["::ffff:0:0/96", "0.0.0.0/0"],
    ["::/0", "::/0"],
  ])("%s is %s", (text, cidr) => expect(normalNetwork(text)).toBe(cidr));

  it.each([
    "",
    "hello",
    "203.0.113",
    "010.0.0.1",
    "0x0a000001/8",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/",
    "203.0.113.0/24/24",
    "203.0.113.0/2e1",
    "2001:db8::/129",
    "fe80::1%eth0",
    "::ffff:0:0/90",
    "[2001:db8::1]",
    "203.0.113.0 /24",
  ])("%j names no network", (text) => expect(normalNetwork(text)).toBeNull());
});

type Numbers = { value: bigint; most: number };
const ipv4 = fc.bigInt(0n, 2n ** 32n - 1n).map((value): Numbers => ({ value, most: 32 }));
const ipv6 = fc.bigInt(0n, 2n ** 128n - 1n).map((value): Numbers => ({ value, most: 128 }));
const isMapped = ({ value, most }: Numbers) => most === 128 && value >> 32n === 0xffffn;

const textOf = ({ value, most }: Numbers): string =>
  most === 32
    ? [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".")
    : Array.from({ length: 8 }, (_, n) => ((value >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(":");

describe("isWithin", () => {
  it("compares the first bits, of any address and network of one kind", () => {
    const one = fc.oneof(ipv4, ipv6).filter((number) => !isMapped(number));
    fc.assert(
      fc.property(one, one, fc.nat(128), fc.nat(128), (base, other, length, flipped) => {
        const bits = Math.min(length, base.most);
        // An address that differs from the network's in one bit, so that both answers are common.
        const bit = BigInt(Math.min(flipped, base.most - 1));
        const near = { ...base, value: base.value ^ (1n << bit) };
        const networks = [parseNetwork(normalNetwork(`${textOf(base)}/${bits}`) ?? "")];
        for (const address of [base, other, near]) {
          const isSame = address.most === base.most && (address.value ^ base.value) >> BigInt(base.most - bits) === 0n;
          const within = isWithin(normalAddress(textOf(address)), networks);
          if (within !== (isSame && !isMapped(address))) return false;
        }
        return true;
      }),
    );
  });

  it("counts IPv4-mapped IPv6 as IPv4, in either place", () => {
    const networks = [parseNetwork("203.0.113.0/24")];
    expect(isWithin("::ffff:203.0.113.5", networks)).toBe(true);
    expect(isWithin("::ffff:203.0.114.5", networks)).toBe(false);
    expect(isWithin("203.0.113.5", [parseNetwork("::/0")])).toBe(false);
  });

  it("holds no unknown address", () => {
    const everything = ["0.0.0.0/0", "::/0"].map(parseNetwork);
    for (const address of [null, "", "unknown", "203.0.113.5, 203.0.113.6"])
      expect(isWithin(address, everything)).toBe(false);
  });
});
