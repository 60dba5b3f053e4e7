import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";

/** The way out. A form, so it works without a script. */
export function SignOutForm({ action }: { action: () => Promise<void> }) {
  return (
    <form action={action}>
      <Button type="submit" variant="ghost" size="sm" icon={<LogOut aria-hidden />}>
        Sign out
      </Button>
    </form>
  );
}
