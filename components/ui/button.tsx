import type { VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { busyProps, buttonStyles } from "./button-style";
import { cn } from "./cn";
import { leavesRouter } from "./leaves-router";
import { Spinner } from "./spinner";

type ButtonLook = VariantProps<typeof buttonStyles> & { icon?: ReactNode };

export type ButtonProps = ComponentProps<"button"> & ButtonLook & { loading?: boolean };

/** A button. `loading` keeps its focus, lets it do nothing and says so; `icon` stands before the words. */
export function Button({
  variant,
  size,
  icon,
  loading = false,
  className,
  children,
  disabled,
  type = "button",
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={disabled}
      {...(loading && busyProps)}
      className={cn(buttonStyles({ variant, size }), className)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<"a"> & ButtonLook & { href: string; external?: boolean };

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ variant, size, icon, href, external, className, children, ...props }: ButtonLinkProps) {
  const look = cn(buttonStyles({ variant, size }), className);
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (external || leavesRouter(href) || props.download !== undefined) {
    const away = external ? { target: "_blank", rel: "noopener noreferrer" } : {};
    return (
      <a {...away} {...props} href={href} className={look}>
        {content}
      </a>
    );
  }
  return (
    <Link {...props} href={href} className={look}>
      {content}
    </Link>
  );
}
