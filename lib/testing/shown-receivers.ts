import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PhpNode } from "php-wasm/PhpNode";

/** What a receiver was sent, and its result. */
export type Sent = { body: string | Uint8Array<ArrayBuffer>; headers: Readonly<Record<string, string>> };
export type Received = { status: number; printed: string };

/** A running receiver, and how to stop it. */
export type Running = { receive(sent: Sent): Promise<Received>; stop(): Promise<void> };

/** `now`: the Unix second of the receiver's frozen clock. */
type Start = { code: string; secret: string; now: number };

/** Runs a Node program exactly as published, in its own process. */
export const startInNode = ({ code, secret, now }: Start): Promise<Running> => {
  const clock = `data:text/javascript,Date.now=()=>${now * 1000}`;
  return receiverOf(
    startServer(process.execPath, ["--import", clock, "--input-type=module", "--eval", code], {
      WEBHOOK_SECRET: secret,
    }),
  );
};

/** Runs a Python program exactly as published, in its own process. */
export const startInPython = ({ code, secret, now }: Start): Promise<Running> =>
  receiverOf(
    startServer("python3", ["-u", "-c", `import time\ntime.time = lambda: ${now}\n${code}`], {
      WEBHOOK_SECRET: secret,
    }),
  );

/** A program that serves at `url`, and what it printed so far. */
export type Server = {
  url: string;
  printed: () => string;
  nextPrint: () => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Starts a program that listens on `PORT`, and waits until it does. */
export async function startServer(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Server> {
  const port = await freePort();
  const environment = { ...process.env, NODE_OPTIONS: "", PORT: String(port), ...variables };
  const child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complaints = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`The receiver ended: ${complaints}`);
    await pause(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    nextPrint: () => once(child.stdout, "data"),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function receiverOf(starting: Promise<Server>): Promise<Running> {
  const { url, printed, nextPrint, stop } = await starting;
  return {
    async receive({ body, headers }) {
      const before = printed().length;
      const { status } = await fetch(`${url}/`, { method: "POST", body, headers });
      const added = () => printed().slice(before);
      // What it prints about an event arrives separately from its response.
      while (status === 204 && !added().endsWith("\n")) await nextPrint();
      return { status, printed: added().trim() };
    },
    stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => done(socket.destroy() !== undefined));
    socket.once("error", () => done(false));
  });

/** Runs a PHP page exactly as published, with no state between requests. */
export async function startInPhp({ code, secret, now }: Start): Promise<Running> {
  // A disabled function can be redefined, which freezes the clock.
  const php = new PhpNode({ version: "8.4", ini: "disable_functions=time" });
  let [output, logged] = ["", ""];
  php.addEventListener("output", (event) => {
    output += wordsOf(event);
  });
  php.addEventListener("error", (event) => {
    logged += wordsOf(event);
  });
  await php.binary;
  await php.writeFile("/receiver.php", code);
  return {
    async receive({ body, headers }) {
      await php.refresh();
      [output, logged] = ["", ""];
      await php.writeFile("/body", typeof body === "string" ? Buffer.from(body) : body);
      await php.run(requestOf({ headers, secret, now }));
      await php.run("<?php echo json_encode(http_response_code());");
      return { status: Number(output), printed: logged.trim() };
    },
    stop: async () => {},
  };
}

const wordsOf = (event: Event): string =>
  event instanceof CustomEvent && Array.isArray(event.detail) ? event.detail.join("") : "";

/** What a web server passes to a page: its headers, its environment, and the body behind `php://input`. */
const requestOf = ({
  headers,
  secret,
  now,
}: {
  headers: Sent["headers"];
  secret: string;
  now: number;
}): string => `<?php
function time(): int { return ${now}; }
class RequestBody {
  public $context;
  private $file;
  public function stream_open(): bool { return (bool) ($this->file = fopen('/body', 'rb')); }
  public function stream_read(int $count): string { return fread($this->file, $count); }
  public function stream_eof(): bool { return feof($this->file); }
  public function stream_stat(): array { return fstat($this->file); }
}
stream_wrapper_unregister('php');
stream_wrapper_register('php', 'RequestBody');
foreach (json_decode(base64_decode('${Buffer.from(JSON.stringify(headers)).toString("base64")}'), true) as $name => $value) {
  $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
}
putenv('WEBHOOK_SECRET=${secret}');
require '/receiver.php';`;
