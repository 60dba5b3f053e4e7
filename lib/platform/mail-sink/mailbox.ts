import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { type AddressObject, simpleParser } from "mailparser";
import { isId, newId, timeOfId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";

export type SunkMail = {
  id: string;
  /** The envelope's recipients, as we store addresses. */
  to: string[];
  from: string;
  subject: string;
  messageId: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  text: string;
  html: string;
  /** The links in the text part, in order, without repeats. */
  links: string[];
};

const KEPT = 500;
const SUFFIX = ".eml";

/** Stores mails as files in `dir`, named by an id that sorts by time. Deletes the oldest above 500. */
export function openMailbox(dir: string) {
  // A file never changes after its rename, so its parsed mail can be cached.
  const parsed = new LRUCache<string, SunkMail>({ max: KEPT });

  async function ids(): Promise<string[]> {
    const names = (await readdir(dir)).filter((name) => name.endsWith(SUFFIX));
    return names
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter(isId)
      .sort()
      .reverse();
  }

  function pathOf(id: string): string {
    return join(dir, `${id}${SUFFIX}`);
  }

  async function find(id: string): Promise<SunkMail | null> {
    const cached = parsed.get(id);
    if (cached) return cached;
    const raw = await findRaw(id);
    if (!raw) return null;
    const mail = await parse(id, raw);
    parsed.set(id, mail);
    return mail;
  }

  async function findRaw(id: string): Promise<Buffer | null> {
    return isId(id) ? readFile(pathOf(id)).catch(() => null) : null;
  }

  return {
    find,
    findRaw,

    /** Stores a mail as received, below the header lines that a mail server adds on delivery. */
    async keep(raw: Buffer, recipients: string[]): Promise<void> {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const id = newId();
      // The SMTP server passes international domains in Unicode, but a header is ASCII.
      const delivered = recipients
        .map((to) => `Delivered-To: ${storedAddress(to).replace(/[\r\n]/g, "")}\r\n`)
        .join("");
      const aside = join(dir, `.${id}`);
      await writeFile(aside, Buffer.concat([Buffer.from(delivered), raw]), { mode: 0o600 });
      await rename(aside, pathOf(id));
      for (const old of (await ids()).slice(KEPT)) await rm(pathOf(old), { force: true });
    },

    /** Newest first. With `to`, only that recipient's. */
    async list({ to, limit }: { to?: string; limit: number }): Promise<SunkMail[]> {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const wanted = to && storedAddress(to);
      const found: SunkMail[] = [];
      for (const id of await ids()) {
        if (found.length === limit) break;
        const mail = await find(id);
        if (mail && (!wanted || mail.to.includes(wanted))) found.push(mail);
      }
      return found;
    },
  };
}

export type Mailbox = ReturnType<typeof openMailbox>;

async function parse(id: string, raw: Buffer): Promise<SunkMail> {
  const mail = await simpleParser(raw);
  const delivered = mail.headerLines.filter(({ key }) => key === "delivered-to");
  const text = mail.text ?? "";
  return {
    id,
    to: delivered.map(({ line }) =>
      line
        .slice(line.indexOf(":") + 1)
        .trim()
        .toLowerCase(),
    ),
    from: addressesOf(mail.from),
    subject: mail.subject ?? "",
    messageId: mail.messageId ?? "",
    receivedAt: timeOfId(id)?.toISOString() ?? "",
    text,
    html: mail.html || "",
    links: [...new Set(text.match(/https?:\/\/[^\s<>"\])]+/g)?.map((link) => link.replace(/[.,;:!?]+$/, "")) ?? [])],
  };
}

function addressesOf(header: AddressObject | undefined): string {
  return header?.text ?? "";
}
