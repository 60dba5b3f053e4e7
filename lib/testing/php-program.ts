import { verify } from "node:crypto";
import { PhpNode } from "php-wasm/PhpNode";
import { newId } from "@/lib/platform/ids";

/** How a program ended, and what it printed. */
export type Printed = { code: number; out: string; err: string };

type Started = {
  code: string;
  argument: string;
  stdin: string;
  keys: string;
  revocations: string | null;
  file: string;
};

/**
 * Runs a PHP program of the reference exactly as published, with an argument and standard input. This PHP has no network and no
 * OpenSSL, so the key set is given, and Node's OpenSSL answers for `openssl_verify`: the first run notes what it asks.
 */
export async function runInPhp({ code, argument, stdin, keys, revocations }: Started): Promise<Printed> {
  const { php, run } = await start();
  const synced = `/revocations-${newId()}`;
  await php.writeFile("/program.php", code);
  await php.writeFile("/stdin", stdin);
  await php.writeFile("/keys", keys);
  if (revocations !== null) await php.writeFile(synced, revocations);
  await php.writeFile("/asked", "");
  await php.writeFile("/answer", "0");
  const frame = FRAME.replace("ARGUMENT", argument).replace("SYNCED", synced);
  let out = await run(frame);
  const asked = Buffer.from(await php.readFile("/asked")).toString();
  if (asked !== "") {
    const { data, signature, pem } = JSON.parse(asked);
    const isSigned = verify("sha256", Buffer.from(data, "base64"), pem, Buffer.from(signature, "base64"));
    await php.writeFile("/answer", isSigned ? "1" : "0");
    out = await run(frame);
  }
  const err = Buffer.from(await php.readFile("/stderr")).toString();
  return { code: err === "" ? 0 : 1, out, err };
}

type Php = { php: PhpNode; run: (code: string) => Promise<string> };

let started: Promise<Php> | undefined;

// Starting it takes a second, so one runs everything, each time without what was defined before. Its files stay.
const start = (): Promise<Php> => {
  started ??= load();
  return started;
};

async function load(): Promise<Php> {
  const php = new PhpNode({ version: "8.4" });
  let out = "";
  php.addEventListener("output", (event) => {
    out += event instanceof CustomEvent && Array.isArray(event.detail) ? event.detail.join("") : "";
  });
  await php.binary;
  return {
    php,
    async run(code) {
      await php.refresh();
      out = "";
      await php.run(code);
      return out;
    },
  };
}

// What the command line has and a page has not.
const FRAME = `<?php
define('STDIN', fopen('/stdin', 'rb'));
define('STDERR', fopen('/stderr', 'wb'));
define('OPENSSL_ALGO_SHA256', 7);
putenv('REVOCATIONS=SYNCED');
function openssl_verify(string $data, string $signature, string $pem, int $algorithm): int
{
    $asked = ['data' => base64_encode($data), 'signature' => base64_encode($signature), 'pem' => $pem];
    file_put_contents('/asked', json_encode($asked));
    return (int) file_get_contents('/answer');
}
class KeySet
{
    public $context;
    private $file;
    public function stream_open(): bool { return (bool) ($this->file = fopen('/keys', 'rb')); }
    public function stream_read(int $count): string { return fread($this->file, $count); }
    public function stream_eof(): bool { return feof($this->file); }
    public function stream_stat(): array { return fstat($this->file); }
}
if (in_array('http', stream_get_wrappers())) stream_wrapper_unregister('http');
stream_wrapper_register('http', 'KeySet', STREAM_IS_URL);
$argv = ['program.php', 'ARGUMENT'];
require '/program.php';`;

type SentByPhp = { url: string; options: { method?: string; header: string[]; content?: string } };

/** What PHP examples would send, in their order. They run as printed, but their HTTP only notes the request, and answers `{}`. */
export async function sentByPhp(examples: readonly string[]): Promise<SentByPhp[]> {
  const { php, run } = await start();
  await php.writeFile("/sent", "");
  for (const [n, code] of examples.entries()) await php.writeFile(`/example-${n}.php`, code);
  await run(NOTING.replace("COUNT", String(examples.length)));
  const noted = Buffer.from(await php.readFile("/sent"))
    .toString()
    .trim();
  return noted.split("\n").map((line) => JSON.parse(line));
}

const NOTING = `<?php
class Noting
{
    public $context;
    private $left = '{}';
    public function stream_open($url): bool
    {
        $options = stream_context_get_options($this->context)['http'];
        return (bool) file_put_contents('/sent', json_encode(['url' => $url, 'options' => $options]) . "\\n", FILE_APPEND);
    }
    public function stream_read($count): string { [$all, $this->left] = [$this->left, '']; return $all; }
    public function stream_eof(): bool { return $this->left === ''; }
    public function stream_stat(): array { return []; }
}
putenv('API_KEY=svc_live_php');
if (in_array('http', stream_get_wrappers())) stream_wrapper_unregister('http');
stream_wrapper_register('http', 'Noting', STREAM_IS_URL);
function run_example(string $file): void { require $file; }
for ($n = 0; $n < COUNT; $n++) run_example("/example-$n.php");`;
