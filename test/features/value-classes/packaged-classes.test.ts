import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { TypedLine, UndecoratedLine, UntypedLine, type Line } from './packaged/index.js';

@RestController('v1', '/untyped')
class UntypedController {
  @RestRoute('/one', HttpMethod.Post, new PublicAccess())
  one(@Param() line: UntypedLine) {
    return line;
  }

  @RestRoute('/many', HttpMethod.Post, new PublicAccess())
  many(lines: UntypedLine[]) {
    return lines;
  }

  @RestRoute('/all', HttpMethod.Post, new PublicAccess())
  all(@Arguments() line: UntypedLine) {
    return line;
  }
}

@ValueClass()
class Order {
  @Param() line!: UntypedLine;
}

@RestController('v1', '/nested')
class NestedController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  place(@Param() order: Order) {
    return order;
  }
}

@RestController('v1', '/undecorated')
class UndecoratedController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  place(@Param() line: UndecoratedLine) {
    return line;
  }
}

@RestController('v1', '/lines')
class LinesController {
  @RestRoute('/typed', HttpMethod.Post, new PublicAccess())
  typed(@Param() line: TypedLine) {
    return { isInstance: line instanceof TypedLine, sku: line.sku };
  }

  @RestRoute('/interface', HttpMethod.Post, new PublicAccess())
  plain(line: Line) {
    return line;
  }
}

const REMEDY =
  /Add the plugin to the build of the package or project that contains the value class/;

test('A value class of a package that was built without the plugin is reported as such, and not the toolchain of the application', async () => {
  const message = await messageOf([UntypedController]);
  expect(message).toMatch(
    /RR1071: .* \(UntypedController\.one, line.*\)\. Expected a signature or @Param\(\{ type \}\) on UntypedLine\.sku/,
  );
  expect(message).toMatch(/RR1071: .* \(UntypedController\.many, lines/);
  expect(message).toMatch(/RR1071: .* \(UntypedController\.all, line/);
  expect(message).toMatch(REMEDY);
  expect(message).not.toContain('RR1016');
  expect(message).not.toContain('restRoutes()');
});

test('Such a class within a value class of the application is reported too', async () => {
  expect(await messageOf([NestedController])).toMatch(/RR1071: .*NestedController\.place, order/);
});

test('A value class of a package with neither a signature nor a decorated property is reported with the same fix', async () => {
  expect(await messageOf([UndecoratedController])).toMatch(
    /RR1020: .*UndecoratedController\.place, line.*The build of a package that contains such a class needs the plugin\./,
  );
});

async function messageOf(controllers: readonly (new () => object)[]): Promise<string> {
  const error: unknown = await startRoutes([...controllers], { adapter: 'express' }).then(
    (app) => app.close(),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : '';
}

describe.each(ADAPTERS)('types of a package without doc comments on %s', (adapter) => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startRoutes([LinesController], { adapter });
  });

  afterAll(() => app.close());

  test('a value class whose @Param states its types keeps its limits', async () => {
    const place = (sku: string) => send(app, 'typed', sku);
    expect(await place('x')).toMatchObject({ status: 400 });
    expect(await place('ab')).toMatchObject({ status: 200, body: { isInstance: true, sku: 'ab' } });
  });

  test('an interface has no limits', async () => {
    const { status } = await send(app, 'interface', 'x');
    expect(status).toBe(200);
  });
});

function send(app: TestApplication, path: string, sku: string) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ line: { sku } });
  return app.fetch('POST', `/api/acme/v1/lines/${path}`, { headers, body });
}
