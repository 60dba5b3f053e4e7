import { z } from "zod";
import { PDQ_QUALITY_MIN } from "@/lib/platform/pictures/pdq";
import { emailAddress, httpUrl, isVisible } from "@/lib/platform/wire";
import {
  AGES,
  CONSENTS,
  DESCRIPTION_MAX,
  FILES_MAX,
  FRAMES_MAX,
  KINDS,
  NAME_MAX,
  NOTHING_NAMED,
  PICTURE_HASHES_MAX,
  SPREADS,
  SUBJECTS,
  TURNS,
  URLS_MAX,
} from "./labels";

const choice = <const T extends readonly string[]>(values: T) => z.enum(values, { error: "Choose one." });

const shortText = (missing: string) =>
  z
    .string()
    .trim()
    .max(NAME_MAX, { error: `Use at most ${NAME_MAX} characters.` })
    .refine(isVisible, { error: missing });

/** One or more lines of a text field. Empty lines don't count. */
const lines = z.string().transform((text) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== ""),
);

const urlOf = (line: string) => (/^https?:\/\//i.test(line) ? line : `https://${line}`);
const isWebAddress = (url: string) => httpUrl.safeParse(url).success && /\/\/[^/]*\./.test(url);

/** URLs, one per line, as people copy them: also without `https://`. */
export const typedUrls = lines.pipe(
  z
    .array(z.string())
    .max(URLS_MAX, { error: `Give at most ${URLS_MAX} addresses. You can add others later.` })
    .transform((typed, ctx) => {
      const wrong = typed.filter((line) => !isWebAddress(urlOf(line))).map((line) => line.slice(0, 100));
      const message = `${wrong.length === 1 ? "This isn’t a web address" : "These aren’t web addresses"}: ${wrong.join(", ")}`;
      if (wrong.length > 0) ctx.addIssue({ code: "custom", message });
      return [...new Set(typed.map(urlOf))];
    }),
);

const hashes = lines.pipe(
  z
    .array(
      z
        .string()
        .regex(/^[0-9A-Fa-f]{64}$/, { error: "A SHA-256 hash has 64 characters: digits and the letters a to f." })
        .transform((hex) => hex.toLowerCase()),
    )
    .max(URLS_MAX, { error: `Give at most ${URLS_MAX} hashes.` }),
);

const hex256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a browser computed of a picture: its hash, and those of the picture turned and mirrored. */
const PictureHash = z.object({
  pdq: hex256,
  turned: z.array(hex256).length(TURNS),
  quality: z.int().min(PDQ_QUALITY_MIN).max(100),
});
const FrameHash = PictureHash.extend({ second: z.int().min(0).max(1_000_000) });

/** A file on the claimant's device by its hashes and what the page says with them: nothing else of it leaves the device. */
export const DeviceFile = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("picture"), sha256: hex256, hashes: z.array(PictureHash).max(PICTURE_HASHES_MAX) }),
  z.object({
    kind: z.literal("video"),
    sha256: hex256,
    hashes: z.array(FrameHash).max(FRAMES_MAX),
    /** The browser could read only a part of it. */
    isPartial: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal("file"), sha256: hex256, hashes: z.array(z.never()) }),
]);
export type DeviceFile = z.infer<typeof DeviceFile>;

const UNREADABLE = "We couldn’t read what your browser computed. Choose the files again.";

/** The form's field with the files as JSON. Empty without scripts. */
export const deviceFiles = z.string().transform((text, ctx): DeviceFile[] => {
  const files = z.array(DeviceFile).safeParse(text === "" ? [] : parsed(text)).data;
  const message = !files ? UNREADABLE : files.length > FILES_MAX ? `Choose at most ${FILES_MAX} files.` : null;
  if (message) ctx.addIssue({ code: "custom", message });
  return (files ?? []).filter(({ sha256 }, at, all) => all.findIndex((one) => one.sha256 === sha256) === at);
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const WHERE = z
  .object({
    urls: typedUrls,
    files: deviceFiles,
    sha256s: hashes,
    description: z
      .string()
      .trim()
      .max(DESCRIPTION_MAX, { error: `Use at most ${DESCRIPTION_MAX} characters.` }),
  })
  .refine(
    ({ urls, files, sha256s, description }) =>
      urls.length + files.length + sha256s.length > 0 || isVisible(description),
    {
      error: NOTHING_NAMED,
      path: ["urls"],
    },
  );

const typedEmail = z.string().transform((typed, ctx) => {
  const email = emailAddress.safeParse(typed);
  if (email.success) return email.data;
  ctx.addIssue({ code: "custom", message: "Enter your email address, such as ada@example.com." });
  return z.NEVER;
});

/** What each question accepts. The names are those of the form's fields. */
export const ANSWERS = {
  what: z.object({ kind: choice(KINDS) }),
  who: z.object({ subject: choice(SUBJECTS) }),
  authority: z.object({
    personName: shortText("Enter the person’s name."),
    authority: z
      .string()
      .trim()
      .max(1000, { error: "Use at most 1000 characters." })
      .refine(isVisible, { error: "Say what lets you act for them." }),
  }),
  age: z.object({ age: choice(AGES) }),
  spread: z.object({ spread: choice(SPREADS) }),
  consent: z.object({ consent: choice(CONSENTS) }),
  where: WHERE,
  contact: z.object({
    name: shortText("Enter your legal name."),
    otherNames: lines.pipe(
      z
        .array(z.string().max(NAME_MAX, { error: `Use at most ${NAME_MAX} characters.` }))
        .max(10, { error: "Give at most 10 names." }),
    ),
    email: typedEmail,
  }),
} as const;

export type Question = keyof typeof ANSWERS;
export const isQuestion = (text: string): text is Question => Object.hasOwn(ANSWERS, text);

/** A record that a person chose in their own account: of the content log, or a scene with all its publications. */
export const ChosenRecord = z.object({ kind: z.enum(["depiction", "scene"]), id: z.string() });
export type ChosenRecord = z.infer<typeof ChosenRecord>;

/** What a claimant answered so far. */
export const Answers = z.object({
  kind: z.enum(KINDS),
  subject: z.enum(SUBJECTS),
  personName: z.string(),
  authority: z.string(),
  age: z.enum(AGES),
  spread: z.enum(SPREADS),
  consent: z.enum(CONSENTS),
  urls: z.array(z.string()),
  files: z.array(DeviceFile),
  sha256s: z.array(z.string()),
  description: z.string(),
  name: z.string(),
  otherNames: z.array(z.string()),
  email: z.string(),
  /** Of a person who started in their own account. */
  account: z.object({ userId: z.string(), record: ChosenRecord.nullable(), title: z.string().nullable().optional() }),
});
export type Answers = z.infer<typeof Answers>;

/** Typed in full at the end, as the signature. */
export const SignatureInput = z.object({ signedName: shortText("Type your full legal name to sign.") });
