import { SERVICE_NAME } from "@/lib/platform/brand";
import type { MailContent } from "./template";

type Sender = { custodianName: string; custodianAddress: string };

// Mail clients support no custom properties and few layouts, so this uses tables, plain selectors and literal colors.
// Without the style sheet or its media query, attributes and order alone still make a readable page.
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f4f4f5; color: #18181b; -webkit-text-size-adjust: 100%;
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; font-size: 16px; line-height: 24px; }
.page { width: 100%; background: #f4f4f5; }
.card { width: 100%; max-width: 560px; background: #ffffff; border-radius: 8px; }
.brand { padding: 24px 32px 0; font-weight: 600; color: #52525b; }
.main { padding: 8px 32px 32px; overflow-wrap: anywhere; }
h1 { margin: 16px 0; font-size: 24px; line-height: 32px; font-weight: 600; }
p, ul, ol, blockquote { margin: 0 0 16px; }
ul, ol { padding-left: 24px; }
blockquote { padding-left: 16px; border-left: 4px solid #d4d4d8; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 14px; }
.button { margin: 24px 0 16px; }
.button td { background: #1d4ed8; border-radius: 6px; }
.button a { display: inline-block; padding: 12px 24px; color: #ffffff; font-weight: 600; text-decoration: none; }
.address { font-size: 14px; line-height: 20px; color: #52525b; }
.address a { color: #1d4ed8; word-break: break-all; }
.foot { width: 100%; max-width: 560px; }
.foot td { padding: 16px 32px 32px; font-size: 14px; line-height: 20px; color: #52525b; }
.foot p { margin: 0 0 8px; }
.preview { display: none; max-height: 0; overflow: hidden; opacity: 0; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #09090b !important; color: #fafafa !important; }
  .card { background: #18181b !important; }
  .brand, .address, .foot td { color: #a1a1aa !important; }
  .address a { color: #93c5fd !important; }
  blockquote { border-color: #3f3f46 !important; }
}`;

// Keeps the mail's text out of the line that inbox lists show after the preview.
const PREVIEW_PADDING = "\u00a0\u200c".repeat(80);

/**
 * The page around every mail: one heading, one button, its link in plain text, who sent it, why, and how to stop it.
 */
export function MailLayout({ content, sender }: { content: MailContent; sender: Sender }) {
  const { subject, preview, heading, body, action, why, stop } = content;
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <div className="preview" style={{ display: "none" }} data-skip-in-text="true" aria-hidden="true">
          {preview}
          {PREVIEW_PADDING}
        </div>
        <table className="page" role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: "24px 0" }}>
                <table className="card" role="presentation" width="560" cellPadding={0} cellSpacing={0}>
                  <tbody>
                    <tr data-skip-in-text="true">
                      <td className="brand">{SERVICE_NAME}</td>
                    </tr>
                    <tr>
                      <td className="main">
                        <h1>{heading}</h1>
                        {body}
                        {action ? <Action {...action} /> : null}
                      </td>
                    </tr>
                  </tbody>
                </table>
                <table className="foot" role="presentation" width="560" cellPadding={0} cellSpacing={0}>
                  <tbody>
                    <tr>
                      <td>
                        <p>
                          {why} {stop}
                        </p>
                        <p>
                          Sent by {SERVICE_NAME}. Custodian of records: {sender.custodianName},{" "}
                          {sender.custodianAddress}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Action({ label, url }: { label: string; url: string }) {
  return (
    <>
      <table className="button" role="presentation" cellPadding={0} cellSpacing={0} data-skip-in-text="true">
        <tbody>
          <tr>
            <td>
              <a href={url}>{label}</a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="address">
        {label}: <a href={url}>{url}</a>
      </p>
    </>
  );
}
