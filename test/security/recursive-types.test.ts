import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsOptional, IsString, MinLength, ValidateNested } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const OPEN = new PublicAccess();

class NodeDto {
  @IsString() @MinLength(1) name!: string;
  @IsOptional() @ValidateNested() @Type(() => NodeDto) next?: NodeDto;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => NodeDto) others?: NodeDto[];
}

interface Node {
  /** @minLength 1 */
  name: string;
  next?: Node;
  others?: Node[];
}

/** A guard that reads JSON within JSON. */
@Injectable()
class DecodingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ body: { text: string } }>();
    Object.assign(request.body, { node: JSON.parse(request.body.text) as unknown });
    return true;
  }
}

@RestController('v1', '/nodes')
class NodesController {
  @RestRoute('/dto', HttpMethod.Post, OPEN)
  dto(@Arguments() node: NodeDto): unknown {
    return depthOf(node);
  }

  @RestRoute('/whole', HttpMethod.Post, OPEN)
  whole(node: NodeDto[]): unknown {
    return depthOf(node[0]);
  }

  @RestRoute('/type', HttpMethod.Post, OPEN)
  type(node: Node): unknown {
    return depthOf(node);
  }

  @RestRoute('/guarded', HttpMethod.Post, OPEN)
  @UseGuards(DecodingGuard)
  guarded(node: Node): unknown {
    return depthOf(node);
  }
}

/** So many objects, each within the one before it. */
function chain(depth: number, last: object = {}): object {
  return Array.from({ length: depth - 1 }).reduce<object>((next) => ({ name: 'a', next }), {
    name: 'a',
    ...last,
  });
}

function depthOf(node: Node | NodeDto | undefined): number {
  let depth = 0;
  for (let at = node; at !== undefined; at = at.next) depth++;
  return depth;
}

describe.each(ADAPTERS)('objects within themselves, of a hostile client, on %s', (adapter) => {
  const app = useRoutes([NodesController], { adapter });
  const post = (path: string, body: object) =>
    app.fetch('POST', `/api/acme/v1/nodes${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const nodes = (path: string, node: object) =>
    path === '/dto' ? node : { node: path === '/whole' ? [node] : node };
  const around = { '/dto': 0, '/whole': 2, '/type': 1 } as const;

  test.each(Object.entries(around))('%s: has the depth that JSON may have', async (path, outer) => {
    const most = 512 - outer;
    const { status, body } = await post(path, nodes(path, chain(most)));
    expect([status, body]).toEqual([200, most]);
    const deeper = await post(path, nodes(path, chain(most + 1)));
    expect([deeper.status, deeper.body]).toMatchObject([400, { code: 'rest_invalid_json' }]);
  });

  test.each(Object.keys(around))('%s: an error in the innermost is found', async (path) => {
    const wrong = await post(
      path,
      nodes(path, chain(400, { others: [{ name: 'b' }, { name: '' }] })),
    );
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('others[1].name')]);
  });

  test('a body that a guard has made is not deeper either', async () => {
    const send = (depth: number) => post('/guarded', { text: JSON.stringify(chain(depth)) });
    expect((await send(511)).body).toBe(511);
    const { status, body } = await send(1000);
    expect([status, body]).toMatchObject([400, { code: 'rest_invalid_json' }]);
  });

  test('nor is that of a request in process, of a query, or of a form', async () => {
    const send = (depth: number) =>
      app.nest
        .get(RestDispatcher)
        .request({ method: 'POST', path: '/acme/v1/nodes/type', body: { node: chain(depth) } });
    expect((await send(511)).data).toBe(511);
    await expect(send(512)).rejects.toThrow('more than 512 levels');
    const name = (depth: number) => `node${'[next]'.repeat(depth)}[name]`;
    const query = (depth: number) =>
      Array.from({ length: depth }, (_, at) => `${name(at)}=a`).join('&');
    const form = (depth: number) =>
      app.fetch('POST', '/api/acme/v1/nodes/type', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query(depth),
      });
    expect((await form(60)).body).toBe(60);
    expect((await form(70)).status).toBe(400);
  });
});
