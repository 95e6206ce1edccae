import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type AdapterName } from '../support/application.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/{id}/pages/{page}', HttpMethod.Get, new PublicAccess())
  page(id: int, page: int) {
    return { id, page };
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new PublicAccess(), { hidden: true })
  update(id: int) {
    return { id };
  }
}

class RecordingLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override printMessages(messages: unknown[], context = ''): void {
    this.lines.push(...messages.map((message) => `[${context}] ${String(message)}`));
  }
}

async function linesAtStartup(adapter: AdapterName, logLevels: LogLevel[]) {
  const logger = new RecordingLogger('', { logLevels });
  const app = await startRoutes([BooksController], { adapter, create: { logger } });
  await app.close();
  return logger.lines.filter((line) => line.includes('/books'));
}

describe.each(ADAPTERS)('the log of the start on %s', (adapter) => {
  test('has a line for each route and method, hidden ones included', async () => {
    expect(await linesAtStartup(adapter, ['log'])).toEqual([
      '[RestRoutes] Mapped {/api/acme/v1/books/:id/pages/:page, GET} route',
      '[RestRoutes] Mapped {/api/acme/v1/books/:id, PUT} route',
      '[RestRoutes] Mapped {/api/acme/v1/books/:id, PATCH} route',
    ]);
  });

  test('names no route where the level is off', async () => {
    expect(await linesAtStartup(adapter, ['warn'])).toEqual([]);
  });
});
