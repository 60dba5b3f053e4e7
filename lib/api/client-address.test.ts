import { describe, expect, it } from "vitest";
import { clientAddress, limitedBy, normalAddress } from "./client-address";

describe("clientAddress", () => {
  const at = (trustedProxies: number, forwardedFor?: string, socketAddress: string | undefined = "198.51.100.7") =>
    clientAddress({ socketAddress, forwardedFor, trustedProxies });

  it("is the socket's, whatever the headers claim", () => {
    expect(at(0, "1.2.3.4")).toBe("198.51.100.7");
    expect(at(0)).toBe("198.51.100.7");
  });

  it("is the entry that our own proxies added, counted from the right", () => {
    expect(at(1, "6.6.6.6, 1.2.3.4")).toBe("1.2.3.4");
    expect(at(2, "6.6.6.6, 1.2.3.4, 10.0.0.1")).toBe("1.2.3.4");
    expect(at(1, "::ffff:1.2.3.4")).toBe("1.2.3.4");
    expect(at(1, "6.6.6.6, 1.2.3.4:5678")).toBe("1.2.3.4");
    expect(at(1, "[2001:db8::1]:443")).toBe("2001:db8::1");
  });

  it("is the socket's if the entry is missing or not an address", () => {
    expect(at(2, "1.2.3.4")).toBe("198.51.100.7");
    expect(at(1, "unknown")).toBe("198.51.100.7");
    expect(at(1, "")).toBe("198.51.100.7");
  });

  it("is unknown without a socket or trusted proxies", () => {
    expect(clientAddress({ socketAddress: undefined, forwardedFor: "1.2.3.4", trustedProxies: 0 })).toBeNull();
    expect(clientAddress({ socketAddress: undefined, forwardedFor: "1.2.3.4", trustedProxies: 1 })).toBe("1.2.3.4");
  });
});

describe("normalAddress", () => {
  it.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
    ["2001:0DB8:0000:0000:0000:0000:0000:0001", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
    ["127.0.0.1", "127.0.0.1"],
  ])("%s is %s", (given, normal) => expect(normalAddress(given)).toBe(normal));

  it.each(["", "example.com", "1.2.3", "1.2.3.4.5", "::g"])("%s is not an address", (given) =>
    expect(normalAddress(given)).toBeNull(),
  );
});

describe("limitedBy", () => {
  it("treats an IPv6 /64 as one caller, and nothing wider", () => {
    expect(limitedBy("2001:db8:1:2::1")).toBe(limitedBy("2001:db8:1:2:ffff::9"));
    expect(limitedBy("2001:db8:1:2::1")).not.toBe(limitedBy("2001:db8:1:3::1"));
    expect(limitedBy("::1")).toBe("0:0:0:0::/64");
  });

  it("limits IPv4 by address, and all unknown addresses together", () => {
    expect(limitedBy("192.0.2.1")).toBe("192.0.2.1");
    expect(limitedBy(null)).toBe("unknown");
  });
});
