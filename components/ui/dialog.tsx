"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "./cn";

const dialogSizes = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-4xl" };

export type DialogProps = ModalProps & { size?: "sm" | "md" | "lg" };

/** One question or task in the middle of the page; at the bottom on a phone, near the thumb. */
export function Dialog({ size = "md", ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cn(
        "max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] flex-col rounded-lg open:flex max-md:mb-4",
        dialogSizes[size],
      )}
    />
  );
}

const drawerSizes = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-3xl" };

type DrawerProps = ModalProps & { size?: "sm" | "md" | "lg" };

/** Details of one row beside its list. Fills the screen of a phone. */
export function Drawer({ size = "md", ...props }: DrawerProps) {
  return (
    <Modal
      {...props}
      className={cn(
        "my-0 mr-0 h-dvh max-h-dvh w-full max-w-full flex-col border-y-0 border-r-0 transition-transform starting:open:translate-x-8 open:flex",
        drawerSizes[size],
      )}
    />
  );
}

type ModalProps = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Opens it, unless `open` controls it. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Whether Escape, the X, and a click outside close it. After input, a click outside does not. */
  dismissible?: boolean;
};

/**
 * The native modal under Dialog and Drawer. The browser traps and restores the focus and closes it on Escape. The focus
 * starts at the title or at `data-autofocus`. The content is mounted only while it is open.
 */
function Modal({
  title,
  description,
  children,
  footer,
  trigger,
  open,
  onOpenChange,
  dismissible = true,
  className,
}: ModalProps & { className: string }) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const filledIn = useRef<HTMLElement>(null);
  const [own, setOwn] = useState(false);
  const isOpen = open ?? own;

  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>("[data-autofocus]") ?? heading.current)?.focus();
    } else if (!isOpen && dialog.open) {
      dialog.close();
    }
  }, [isOpen]);

  // Closing on unmount restores the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => dialog?.close();
  }, []);

  // A new title is a new step. The focused control of the last step is gone, so focus the heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per title
  useEffect(() => {
    if (element.current?.open && !element.current.contains(document.activeElement)) heading.current?.focus();
  }, [title]);

  return (
    <>
      {trigger ? (
        // The trigger may be a server component without handlers, so its click is handled here.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside turns keys into clicks
        // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the control
        <span className="contents" onClick={() => change(true)}>
          {trigger}
        </span>
      ) : null}
      <dialog
        ref={element}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        onCancel={(event) => {
          if (event.target === element.current && !dismissible) event.preventDefault();
        }}
        onClose={(event) => {
          // The event is late: in development, React closes and reopens a dialog that is mounted open.
          if (event.target === element.current && isOpen && !element.current.open) change(false);
        }}
        onInput={({ target }) => {
          if (target instanceof HTMLElement && target.closest("dialog") === element.current) filledIn.current = target;
        }}
        onMouseDown={(event) => {
          if (!dismissible || event.target !== element.current) return;
          // Ignore the second press of the double click that opened it, and clicks outside after input. Input that is no
          // longer connected, as after closing, doesn't count.
          if (event.detail > 1 || filledIn.current?.isConnected) return;
          element.current?.close();
        }}
        className={cn(
          "m-auto overflow-hidden whitespace-normal border border-line bg-surface p-0 text-left font-normal text-ink shadow-raised",
          className,
        )}
      >
        {isOpen ? (
          <div className="flex max-h-[inherit] min-h-0 flex-1 flex-col">
            <div className="flex items-start justify-between gap-4 p-4 md:p-6 md:pb-4">
              <div className="min-w-0">
                <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold text-base">
                  {title}
                </h2>
                {description ? (
                  <div id={`${id}-description`} className="mt-1 text-muted text-sm">
                    {description}
                  </div>
                ) : null}
              </div>
              {dismissible ? (
                <button
                  type="button"
                  onClick={() => element.current?.close()}
                  className="-m-2 flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
                >
                  <X className="size-4" aria-hidden />
                  <span className="sr-only">Close</span>
                </button>
              ) : null}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 text-sm md:px-6 md:pb-6">{children}</div>
            {footer ? (
              <div className="flex flex-wrap justify-end gap-3 border-line border-t p-4 md:px-6">{footer}</div>
            ) : null}
          </div>
        ) : null}
      </dialog>
    </>
  );
}
