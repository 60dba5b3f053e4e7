import type { Receiver } from "./receiver";

export const php: Receiver = {
  id: "php",
  label: "PHP",
  file: "receiver.php",
  code: `<?php

declare(strict_types=1);

const TOLERANCE = 300; // seconds

/** Whether the header holds a fresh signature of exactly these bytes. */
function verify(string $body, string $header, string $secret): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + ['', ''];
        if ($name === 't') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input'); // the raw bytes, before anything parses them

if (verify($body, $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '', getenv('WEBHOOK_SECRET'))) {
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // Keep the event before you answer, unless you have its id already. Work on it afterwards.
    error_log($event['id'] . ' ' . $event['type']);
    http_response_code(204);
} else {
    http_response_code(400);
}`,
};
