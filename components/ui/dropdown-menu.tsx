"use client";

import Link from "next/link";
import { DropdownMenu as Menu } from "radix-ui";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { cn } from "./cn";

export type DropdownMenuProps = {
  trigger: ReactElement;
  /** Its name, when the trigger's words are not one. */
  label?: string;
  align?: "start" | "end";
  children: ReactNode;
};

/** A short menu of things to do or places to go. */
export function DropdownMenu({ trigger, label, align = "end", children }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [host, setHost] = useState<HTMLElement>();
  return (
    // Inside a modal dialog the rest of the page is inert: the menu has to live in the dialog too.
    <Menu.Root onOpenChange={(open) => open && setHost(button.current?.closest("dialog") ?? undefined)} modal={false}>
      <Menu.Trigger asChild ref={button} aria-label={label}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal container={host}>
        <Menu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-md border border-line bg-surface p-1 text-ink text-sm shadow-raised"
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

const itemStyle =
  "flex cursor-pointer select-none items-center gap-2 rounded-sm px-3 py-2 outline-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

export type DropdownItemProps = {
  onSelect?: () => void;
  href?: string;
  icon?: ReactNode;
  tone?: "harm";
  disabled?: boolean;
  children: ReactNode;
};

export function DropdownItem({ onSelect, href, icon, tone, disabled, children }: DropdownItemProps) {
  const look = cn(itemStyle, tone === "harm" && "text-harm [&_svg]:text-harm");
  if (href) {
    return (
      <Menu.Item asChild disabled={disabled}>
        <Link href={href} className={look}>
          {icon}
          {children}
        </Link>
      </Menu.Item>
    );
  }
  return (
    <Menu.Item className={look} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
    </Menu.Item>
  );
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <Menu.Label className="px-3 py-2 text-muted text-xs">{children}</Menu.Label>;
}

export function DropdownSeparator() {
  return <Menu.Separator className="my-1 h-px bg-line" />;
}
