/** What the load generator uses of autocannon, which brings no types. */
declare module "autocannon" {
  type Request = { method: string; path: string; headers: Record<string, string> };
  type Client = { setRequests(requests: readonly Request[]): void };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    setupClient: (client: Client) => void;
  };
  type Instance = Promise<{ non2xx: number; errors: number; duration: number }> & {
    on(event: "response", listener: (client: Client, statusCode: number, bytes: number, ms: number) => void): void;
  };
  export default function autocannon(options: Options): Instance;
}
