import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { confirmAppAction } from "@/app/(site)/sign-in/actions";
import { requireSetUp } from "@/app/session";
import { CodeForm } from "@/components/parties/sign-in/second-factor";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { findNewApp, safePath } from "@/lib/domain/parties/people";

export const metadata: Metadata = { title: "Authenticator app" };

type Query = { to?: string | string[] };

/** Shows the secret of a new authenticator app, and asks for its first code. */
export default async function NewAppPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { to } = await searchParams;
  const returnTo = safePath(typeof to === "string" ? to : null) ?? "/sign-in/landing";
  const { ctx, session } = await requireSetUp();
  const app = await findNewApp(ctx, session);
  const back = `/sign-in/set-up?to=${encodeURIComponent(returnTo)}`;
  if (!app) redirect(back);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-lg">Authenticator app</h1>
        <p className="text-muted">Scan the code with your app, such as Google Authenticator, 1Password or Aegis.</p>
      </div>
      {/* biome-ignore lint/performance/noImgElement: drawn for this page alone */}
      <img
        src={`data:image/svg+xml;base64,${Buffer.from(app.qr).toString("base64")}`}
        alt="QR code of the key below"
        width={224}
        height={224}
        className="rounded-md border border-line bg-white"
      />
      <CodeBlock label="Or enter this key" code={app.secret.replace(/(.{4})(?=.)/g, "$1 ")} wrap />
      <CodeForm
        action={confirmAppAction.bind(null, returnTo)}
        label="Code"
        hint="The 6 digits that the app shows now."
        button="Add the app"
        digitsOnly
      />
      <p className="text-sm">
        <TextLink href={back}>Cancel</TextLink>
      </p>
    </div>
  );
}
