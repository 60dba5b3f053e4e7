import type { Command } from "commander";
import { listCertificateKeys, rotateCertificateKey } from "@/lib/domain/productions/certificates";
import type { Run } from "./report";

/** `signing-key list`, `signing-key rotate`: the keys of certificates. */
export function addSigningKeyCommands(root: Command, run: Run): void {
  const signingKey = root.command("signing-key").description("the keys that sign certificates of productions");

  signingKey
    .command("list")
    .description("list all keys, newest first, with their status and times")
    .action(() => run(async () => ({ keys: await listCertificateKeys() })));

  signingKey
    .command("rotate")
    .description("publish a new key now, which replaces the current one in two days; a first key signs at once")
    .action(() =>
      run(async (ctx, tell) => {
        const made = await rotateCertificateKey(ctx);
        if (made.previous) tell(`The new key is published, and starts to sign at ${made.signsFrom.toISOString()}.`);
        return made;
      }),
    );
}
