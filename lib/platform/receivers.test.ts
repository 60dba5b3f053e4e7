import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  checkPublicHost,
  createReceiverPools,
  isPublicIp,
  parseReceiverUrl,
  publicLookup,
  UnusableAddress,
} from "./receivers";

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
    ["IPv4-compatible, in dots", "::127.0.0.1"],
    ["IPv4-compatible, as URLs write it", "::7f00:1"],
    ["IPv4-translated", "::ffff:0:7f00:1"],
    ["NAT64 of a network's own", "64:ff9b:1::a00:1"],
    ["IPv6 site-local", "fec0::1"],
    ["unassigned IPv6", "4000::1"],
    ["IPv6 link-local, with its zone", "fe80::1%eth0"],
    ["a cloud's own: Alibaba", "100.100.100.200"],
    ["a cloud's own: Oracle", "192.0.0.192"],
    ["a cloud's own: Azure", "168.63.129.16"],
    ["no address", "example.com"],
  ])("is not %s: %s", (_, address) => {
    expect(isPublicIp(address)).toBe(false);
  });
});

describe("a receiver's URL", () => {
  it("is kept as given", () => {
    const url = "https://hooks.example.com:8443/in?tenant=a%2Fb";
    expect(parseReceiverUrl(url, { allowPrivate: false }).href).toBe(url);
    // Any port is fine: its server must speak TLS first.
    expect(parseReceiverUrl("https://hooks.example.com:25/", { allowPrivate: false }).port).toBe("25");
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
    "https://127。0。0。1/",
    "https://１２７.0.0.1/",
    "https://127.0.0.1./",
    "https://127%2e0.0.1/",
    "https://017700000001/",
    "https://0x7f000001/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://100.64.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "https://localhost.localdomain/",
    "https://intranet./",
    "https://printer../",
    "https://metadata.google.internal./",
    "https://name@hooks.example.com/",
    "https://",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
  ])("is refused: %s", (text) => {
    expect(() => parseReceiverUrl(text, { allowPrivate: false })).toThrow(UnusableAddress);
  });

  it("may be http and private where allowed, but never with a password", () => {
    expect(parseReceiverUrl("http://127.0.0.1:9/", { allowPrivate: true }).port).toBe("9");
    expect(() => parseReceiverUrl("http://a:b@127.0.0.1/", { allowPrivate: true })).toThrow(UnusableAddress);
    const wrong = "file:///etc/passwd";
    expect(() => parseReceiverUrl(wrong, { allowPrivate: true })).toThrow("must begin with http:// or https://.");
    expect(() => parseReceiverUrl(wrong, { allowPrivate: false })).toThrow("must begin with https://.");
  });
});

describe("a host", () => {
  const resolving =
    (...addresses: string[]) =>
    async () =>
      addresses;

  it("is accepted if all its addresses are public", async () => {
    const resolve = resolving("93.184.216.34", "2606:4700::1");
    await expect(checkPublicHost("hooks.example.com", { resolve })).resolves.toBeUndefined();
  });

  it.each([
    ["10.0.0.7"],
    ["127.0.0.1"],
    ["93.184.216.34", "10.0.0.7"],
    ["2606:4700::1", "::ffff:10.0.0.7"],
    ["2606:4700::1", "::7f00:1"],
    [],
  ])("is refused when it resolves to %s", async (...addresses) => {
    const resolve = resolving(...addresses);
    await expect(checkPublicHost("127.0.0.1.nip.example", { resolve })).rejects.toThrow("public internet");
  });

  it("that is an address needs no lookup", async () => {
    const resolve = vi.fn(resolving("93.184.216.34"));
    await expect(checkPublicHost("[2606:4700:4700::1111]", { resolve })).resolves.toBeUndefined();
    await expect(checkPublicHost("[::1]", { resolve })).rejects.toThrow("public internet");
    expect(resolve).not.toHaveBeenCalled();
  });

  it("is resolved for each connection, so a name that changes its answer is caught", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const lookup = publicLookup(async () => answers.shift() ?? []);
    const ask = () => new Promise((resolve) => lookup("rebind.example.com", {}, (...answer) => resolve(answer)));
    expect(await ask()).toEqual([null, "93.184.216.34", 4]);
    expect(await ask()).toEqual([expect.any(UnusableAddress), ""]);
  });

  it("that is unknown is reported", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("?"), { code: "ENOTFOUND" }));
    await expect(checkPublicHost("nowhere.example", { resolve })).rejects.toThrow("could not be found (ENOTFOUND)");
  });

  it("times out if its name servers don't answer", async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const checking = checkPublicHost("hanging.example", { resolve, withinMs: 30 });
    await expect(checking).rejects.toThrow("did not answer in time");
  });
});

describe("a connection to a receiver", () => {
  const POST = { method: "POST", path: "/" } as const;
  let server: Server;
  let connections: Socket[];
  let port: number;
  let close: () => Promise<void>;

  beforeEach(async () => {
    connections = [];
    server = createServer((socket) => connections.push(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    await close();
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  function pools(resolve?: (name: string) => Promise<string[]>, allowPrivate = false) {
    const made = createReceiverPools({ allowPrivate, ...(resolve && { resolve }) });
    close = () => made.close();
    return made;
  }

  it("refuses a name whose answer changes from a public address to this machine's", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const resolve = async () => answers.shift() ?? ["127.0.0.1"];
    await checkPublicHost("rebind.example.com", { resolve });
    const pool = pools(resolve).poolOf("endpoint", `https://rebind.example.com:${port}`);
    await expect(pool.request(POST)).rejects.toThrow("public internet");
    expect(connections).toHaveLength(0);
  });

  it.each(["127.0.0.1", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "2130706433"])(
    "refuses %s, an address that needs no lookup",
    async (host) => {
      const origin = new URL(`https://${host}:${port}`).origin;
      await expect(pools().poolOf("endpoint", origin).request(POST)).rejects.toThrow("public internet");
      expect(connections).toHaveLength(0);
    },
  );

  it("ignores proxies from the environment", async () => {
    const before = { ...process.env };
    const proxy = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy });
    process.env.NODE_USE_ENV_PROXY = "1";
    try {
      // Nothing listens on this port: only a proxy would answer.
      const pool = pools(undefined, true).poolOf("endpoint", "http://127.0.0.1:1");
      await expect(pool.request(POST)).rejects.toMatchObject({ code: "ECONNREFUSED" });
      expect(connections).toHaveLength(0);
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });
});
