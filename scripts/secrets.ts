import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";

const LATEST_MS = 10_000;

/**
 * Opens the master keys that are wrapped by a KMS: `MASTER_KEY_KMS` becomes `MASTER_KEY`, in this process and its children only.
 * Throws with the reason if it can't: a process never starts with another key.
 */
export async function openSecrets(): Promise<void> {
  for (const name of ["MASTER_KEY", "MASTER_KEY_PREVIOUS"] as const) {
    const wrapped = process.env[`${name}_KMS`]?.trim();
    if (!wrapped) continue;
    if (process.env[name]?.trim()) throw new Error(`${name} and ${name}_KMS are both set; keep one.`);
    process.env[name] = await open(wrapped).catch((error: unknown) => {
      const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      throw new Error(`${name}_KMS can't be opened (${why}).`);
    });
    delete process.env[`${name}_KMS`];
  }
}

/** Region, credentials and endpoint are the AWS SDK's own: variables, a profile, or the machine's role. */
async function open(wrapped: string): Promise<string> {
  const client = new KMSClient({ requestHandler: { connectionTimeout: LATEST_MS, requestTimeout: LATEST_MS } });
  try {
    const { Plaintext } = await client.send(new DecryptCommand({ CiphertextBlob: Buffer.from(wrapped, "base64") }));
    if (Plaintext?.length !== 32) throw new Error("it holds no key of 32 bytes");
    return Buffer.from(Plaintext).toString("base64");
  } finally {
    client.destroy();
  }
}
