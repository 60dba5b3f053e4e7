"use client";

import "./globals.css";
import { SERVICE_NAME } from "@/lib/platform/brand";
import ErrorPage from "./error";

/** The error page for when the root layout fails. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>{`This page could not be shown · ${SERVICE_NAME}`}</title>
      </head>
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
