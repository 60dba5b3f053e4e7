import { TextLink } from "@/components/ui/link";

type NotFoundHereProps = {
  title?: string;
  /** What to try. */
  children: string;
  back: { href: string; label: string };
};

/** The content of a 404 page inside an area's frame. */
export const NotFoundHere = ({ title = "Page not found", children, back }: NotFoundHereProps) => (
  <div className="flex max-w-prose flex-col gap-3 py-8">
    <h1 className="font-semibold text-lg">{title}</h1>
    <p className="text-muted">{children}</p>
    <p>
      <TextLink href={back.href}>{back.label}</TextLink>
    </p>
  </div>
);
