import { CodeBlock } from "@/components/ui/code-block";
import { SecretVerify } from "./secret-verify";

/** A signing secret and what to do with it. */
export function SecretShown({ secret }: { secret: string }) {
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock label="Signing secret" code={secret} wrap />
      <SecretVerify />
    </div>
  );
}
