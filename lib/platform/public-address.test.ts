import { describe, expect, it } from "vitest";
import { checkPublicHost, isPublicIp, parseReceiverUrl, publicLookup, UnusableAddress } from "./public-address";

describe("a public address", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111"])("is %s", (address) => {
    expect(isPublicIp(address)).toBe(true);
  });

  it.each([
    ["loopback", "127.0.0.1"],
    ["loopback", "127.9.9.9"],
    ["this network", "0.0.0.0"],
    ["private", "10.1.2.3"],
    ["private", "172.16.0.1"],
    ["private", "192.168.1.1"],
    ["link-local, cloud metadata", "169.254.169.254"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["multicast", "224.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.18.0.1"],
    ["reserved", "240.0.0.1"],
    ["IPv6 loopback", "::1"],
    ["IPv6 unspecified", "::"],
    ["IPv6 link-local", "fe80::1"],
    ["IPv6 unique local, metadata", "fd00:ec2::254"],
    ["IPv4-mapped", "::ffff:127.0.0.1"],
    ["IPv4-mapped, in hex", "::ffff:a9fe:a9fe"],
    ["IPv4-mapped, even a public one", "::ffff:8.8.8.8"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001::1"],
    ["IPv6 documentation", "2001:db8::1"],
    ["IPv6 multicast", "ff02::1"],
    ["no address", "example.com"],
  ])("is not %s: %s", (_, address) => {
    expect(isPublicIp(address)).toBe(false);
  });
});

describe("a receiver's URL", () => {
  it("is kept as it was given", () => {
    const url = "https://hooks.example.com:8443/in?tenant=a%2Fb";
    expect(parseReceiverUrl(url, { allowPrivate: false }).href).toBe(url);
  });

  it.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "hooks.example.com",
    "https://name:word@hooks.example.com/",
    "https://localhost/",
    "https://api.localhost/",
    "https://LOCALHOST./",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://①②⑦.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
  ])("is refused: %s", (text) => {
    expect(() => parseReceiverUrl(text, { allowPrivate: false })).toThrow(UnusableAddress);
  });

  it("may be http and inward where that is allowed, but still a URL without a password", () => {
    expect(parseReceiverUrl("http://127.0.0.1:9/", { allowPrivate: true }).port).toBe("9");
    expect(() => parseReceiverUrl("http://a:b@127.0.0.1/", { allowPrivate: true })).toThrow(UnusableAddress);
    expect(() => parseReceiverUrl("file:///etc/passwd", { allowPrivate: true })).toThrow(UnusableAddress);
  });
});

describe("a host", () => {
  const resolving = (...addresses: string[]) =>
    publicLookup((_, __, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );

  it("is fine when all that it resolves to is public", async () => {
    await expect(
      checkPublicHost("hooks.example.com", resolving("93.184.216.34", "2606:4700::1")),
    ).resolves.toBeUndefined();
  });

  it.each([["10.0.0.7"], ["93.184.216.34", "10.0.0.7"], ["2606:4700::1", "::ffff:10.0.0.7"], []])(
    "is refused when it resolves to %s",
    async (...addresses) => {
      await expect(checkPublicHost("hooks.example.com", resolving(...addresses))).rejects.toThrow("public internet");
    },
  );

  it("is asked for anew at each connection, so that a name that changes its answer in between is caught", () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const lookup = publicLookup((_, __, done) =>
      done(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
      ),
    );
    const asked: unknown[] = [];
    lookup("rebind.example.com", {}, (...answer) => asked.push(answer));
    lookup("rebind.example.com", {}, (error) => asked.push(error));
    expect(asked).toEqual([[null, "93.184.216.34", 4], expect.any(UnusableAddress)]);
  });

  it("that nobody knows is said to be so", async () => {
    const unknown = publicLookup((_, __, done) => done(Object.assign(new Error("?"), { code: "ENOTFOUND" }), []));
    await expect(checkPublicHost("nowhere.example", unknown)).rejects.toThrow("could not be found");
  });
});
