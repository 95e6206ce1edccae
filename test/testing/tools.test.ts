import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { createRestApplication } from 'nestjs-rest-routes/testing';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { tool: true })
  one(id: int): { id: int } {
    if (id === 404) throw new RestException('acme_no_item', 'There is no such item.', 404);
    if (id === 500) throw new RangeError('a mistake');
    return { id };
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { tool: true })
  create(title: string): { title: string } {
    return { title };
  }
}

const EDITOR = { id: 1, capabilities: ['edit_items'] };

describe.each(ADAPTERS)('tools in tests on %s', (adapter) => {
  test.each([undefined, 'api'])('Users list and call tools, with the prefix %s', async (prefix) => {
    await using app = await createRestApplication({
      controllers: [ItemsController],
      imports: [
        RestModule.forRoot({ namespace: 'acme' }),
        McpModule.forRoot({ name: 'shop', version: '1' }),
      ],
      adapter,
      logger: false,
      configure: (nest) => {
        if (prefix !== undefined) nest.setGlobalPrefix(prefix, { exclude: ['mcp'] });
      },
    });
    const namesFor = async (user: unknown): Promise<readonly string[]> =>
      (await app.as(user).tools()).map(({ name }) => name);
    expect(await namesFor(undefined)).toEqual(['items_one']);
    expect(await namesFor(EDITOR)).toEqual(['items_one', 'items_create']);
    expect(await app.callTool('items_one', { id: 7 })).toEqual({
      isError: false,
      data: { id: 7 },
      content: [{ type: 'text', text: '{"id":7}' }],
      cause: undefined,
    });
    expect(await app.callTool('items_create', { title: 'Dune' })).toMatchObject({
      isError: true,
      data: { code: 'rest_forbidden' },
    });
    const created = await app.as(EDITOR).callTool('items_create', { title: 'Dune' });
    expect(created.data).toEqual({ title: 'Dune' });
    expect((await app.callTool('items_one', { id: 404 })).data).toMatchObject({
      code: 'acme_no_item',
    });
    expect((await app.callTool('items_one', { id: 500 })).cause).toBeInstanceOf(RangeError);
    await expect(app.callTool('items_burn')).rejects.toThrow('Unknown tool: items_burn');
  });

  test('An application without McpModule has no tools, and says so', async () => {
    await using app = await createRestApplication({ controllers: [ItemsController], adapter });
    await expect(app.tools()).rejects.toThrow(/no McpModule/);
  });
});
