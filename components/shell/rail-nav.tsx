import type { Role } from "@/lib/domain/context";
import { railFor } from "./rail-entries";
import { RailLink } from "./rail-link";

/** The links of the rail. Drawn on the server: no icon and no word of them is in the scripts. */
export function RailNav({ role }: { role: Role }) {
  return (
    <nav aria-label="Portal" className="flex flex-col gap-6">
      {railFor(role).map((group) => (
        <div key={group.label ?? "main"} className="flex flex-col gap-1">
          {group.label ? <p className="px-3 pb-1 text-muted text-xs">{group.label}</p> : null}
          <ul className="flex flex-col gap-1">
            {group.entries.map(({ href, label, icon: Icon }) => (
              <li key={href}>
                <RailLink href={href}>
                  <Icon className="size-4 shrink-0 group-aria-[current=page]:text-accent-text" aria-hidden />
                  {label}
                </RailLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
