import { execFileSync } from 'node:child_process';

/** The Chromium of `CHROMIUM_PATH` or on the path; `undefined` where there is none. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? chromiumOnPath();

function chromiumOnPath(): string | undefined {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      continue; // The next name may be there.
    }
  }
  return undefined;
}
