import type { Metadata } from "next";
import type { ReactNode } from "react";
import { accountIn } from "@/app/areas";
import { requireProducer, requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { ProducerShell } from "@/components/shell/producer-shell";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The frame of a producer's pages. Each page checks the session again, because a layout doesn't run on every request. */
export default async function ProducerLayout({ children }: { children: ReactNode }) {
  await requireProducer();
  const session = await requireSession();
  return (
    <ProducerShell
      account={await accountIn("/producer", session)}
      producerName={session.producer?.name ?? ""}
      signOut={<SignOutForm action={signOutAction} />}
    >
      {children}
    </ProducerShell>
  );
}
