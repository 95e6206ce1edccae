import type { ModuleMetadata } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { BooksController } from './books.controller.js';
import { NotesController } from './notes.controller.js';
import { ThingsController } from './things.controller.js';
import { ValuesController } from './values.controller.js';

/** The callers that requests name in `X-User`, and what they may do. */
export const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  editor: ['edit_books', 'delete_books', 'edit_things', 'read_things', 'delete_things'],
  reader: [],
};

/** An application in signature style with every kind of argument, body, response and permission. */
export function contractModule(values: 'typed' | 'wordpress'): ModuleMetadata {
  return {
    imports: [
      RestModule.forRoot({
        namespace: 'acme',
        values,
        user: ({ headers }) => {
          const name = headers['x-user'];
          if (name === undefined) return undefined;
          return { capabilities: CAPABILITIES[String(name)] ?? [] };
        },
      }),
    ],
    providers: [BooksController, NotesController, ThingsController, ValuesController],
  };
}

/** How the document describes callers. */
export const SECURITY_SCHEMES = { user: { type: 'apiKey', in: 'header', name: 'X-User' } } as const;
