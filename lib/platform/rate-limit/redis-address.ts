/** Where Redis is: one server, or the nodes of a Cluster, or the Sentinels who know the primary by its name. */
export type RedisAddress =
  | { kind: "server"; url: string }
  | {
      kind: "sentinel" | "cluster";
      nodes: { host: string; port: number }[];
      /** The Sentinels' name of the primary. */
      name: string;
      db: number;
      username?: string;
      password?: string;
      tls: boolean;
    };

const LIST = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^:@/]*):([^@/]*)@)?([^@/]+)(?:\/([^/]+))?(?:\/(\d+))?\/?$/;
const PORTS = { sentinel: 26_379, cluster: 6_379 };

/** Reads `redis://…`, `rediss://…` and lists such as `redis+sentinel://user:password@a:26379,b:26379/name`. Null for anything else. */
export function parseRedisAddress(text: string): RedisAddress | null {
  const list = LIST.exec(text);
  if (!list) return URL.canParse(text) && /^rediss?:\/\/[^,]+$/.test(text) ? { kind: "server", url: text } : null;
  const [, scheme, , username = "", password = "", hosts = "", name = "", db = "0"] = list;
  const kind = list[2] === "cluster" ? "cluster" : "sentinel";
  if ((kind === "sentinel") !== (name !== "")) return null;
  const places = hosts.split(",").map((host) => `redis://${host}`);
  if (!places.every((place) => URL.canParse(place))) return null;
  return {
    kind,
    nodes: places.map((place) => {
      const { hostname, port } = new URL(place);
      return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || PORTS[kind] };
    }),
    name,
    db: Number(db),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    tls: scheme === "rediss",
  };
}
