import type { INestApplication } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The page, the documents of the library below it, and the two that the page has of its own. */
const PATHS = /^\/reference(?:$|[/-])/i;

/** Asks for a password before the page and the documents. Call it in `main.ts`, before `SwaggerModule.setup`. */
export function protectReference(app: INestApplication, password: string): void {
  const expected = digest(`Basic ${Buffer.from(`docs:${password}`).toString('base64')}`);
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const isFree = !PATHS.test(pathOf(request.url ?? ''));
    if (isFree || timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      next();
      return;
    }
    response.statusCode = 401;
    response.setHeader('WWW-Authenticate', 'Basic realm="API reference", charset="UTF-8"');
    response.end();
  });
}

/** As a router may read it: decoded, and with one slash in place of several. */
function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#;]/);
  try {
    return decodeURIComponent(path).replace(/[/\\]+/g, '/');
  } catch {
    return path;
  }
}

/** Texts of the same length are compared in a time that tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
