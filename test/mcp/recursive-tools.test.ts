import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { connect, PROTOCOLS } from './support/client.js';

const CASES = ADAPTERS.flatMap((adapter) => PROTOCOLS.map((protocol) => ({ adapter, protocol })));

@ValueClass()
class Comment {
  @Param({ minLength: 2 }) text!: string;
  replies: Comment[] = [];
}

interface Filter {
  field?: string;
  all?: Filter[];
}

@RestController('v1', '/comments')
class CommentsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { tool: { name: 'add' } })
  add(@Param() comment: Comment, filter?: Filter): Comment {
    return filter?.all?.[0]?.all === undefined ? comment : (comment.replies[0] ?? comment);
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: { name: 'list' } })
  list(filter?: Filter): Comment[] {
    const leaf = Object.assign(new Comment(), { text: filter?.all?.[0]?.field ?? 'none' });
    return [Object.assign(new Comment(), { text: 'root', replies: [leaf] })];
  }
}

describe.each(CASES)(
  'objects within themselves on $adapter with protocol $protocol',
  ({ adapter, protocol }) => {
    const app = useRoutes([CommentsController], {
      adapter,
      imports: [McpModule.forRoot({ name: 'comments', version: '1.0.0' })],
    });

    test('are definitions of a tool, for arguments and for results', async () => {
      const client = await connect(app, protocol);
      const { tools } = await client.listTools();
      const add = tools.find(({ name }) => name === 'add');
      expect(add?.inputSchema).toMatchObject({
        properties: {
          comment: { $ref: '#/$defs/Comment' },
          filter: { $ref: '#/$defs/Filter' },
        },
        $defs: {
          Comment: {
            properties: {
              text: { minLength: 2 },
              replies: { type: 'array', items: { $ref: '#/$defs/Comment' } },
            },
          },
          Filter: { properties: { all: { items: { $ref: '#/$defs/Filter' } } } },
        },
      });
      expect(add?.outputSchema).toMatchObject({
        type: 'object',
        $defs: { Comment: { properties: { replies: { items: { $ref: '#/$defs/Comment' } } } } },
      });
    });

    test('reach the method, and clients check the results', async () => {
      const client = await connect(app, protocol);
      await client.listTools();
      const comment = { text: 'ab', replies: [{ text: 'cd', replies: [] }] };
      const call = (name: string, args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args });
      expect((await call('add', { comment })).structuredContent).toEqual(comment);
      const filter = { all: [{ all: [] }] };
      expect((await call('add', { comment, filter })).structuredContent).toEqual(
        comment.replies[0],
      );
      const wrong = await call('add', { comment: { text: 'ab', replies: [{ text: 'c' }] } });
      expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([
        true,
        expect.stringContaining('comment.replies[0].text'),
      ]);
      const list = await call('list', { filter: { all: [{ field: 'xy' }] } });
      expect(list.structuredContent).toEqual({
        items: [{ text: 'root', replies: [{ text: 'xy', replies: [] }] }],
      });
    });
  },
);
