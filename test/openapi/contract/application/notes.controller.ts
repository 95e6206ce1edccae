import { Body, Headers, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { z } from 'zod';

/** As nestjs-zod makes it: its pipe finds the schema in the class. */
function createZodDto<Schema extends z.ZodType>(schema: Schema) {
  return class {
    static readonly schema = schema;
  };
}

class NewNote extends createZodDto(
  z.strictObject({
    kind: z.enum(['short', 'long']),
    stars: z.int().min(1).max(5).optional(),
    isRead: z.boolean().optional(),
    marks: z
      .array(z.enum(['a', 'b']))
      .max(3)
      .optional(),
  }),
) {}

class ZodPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    const { success, data } = (metatype as typeof NewNote).schema.safeParse(value);
    if (!success) throw new RestException('rest_invalid_note', 'It is not a note.', 400);
    return data;
  }
}

/** Parameters that Nest fills, and that the application checks. */
@RestController('v3', '/notes')
export class NotesController {
  /** @throws {RestException} rest_invalid_note 400 */
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess(), {
    openapi: { requestHeaders: [{ name: 'If-Match', required: true }] },
  })
  replace(
    id: int,
    @Headers('If-Match') tag: string | undefined,
    @Body(ZodPipe) note: NewNote,
  ): { id: int; tag: string } {
    void note;
    // Nest has no pipes for headers.
    if (tag === undefined) throw new RestException('rest_no_tag', 'State the version.', 400);
    return { id, tag };
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Headers('X-Tenant') tenant?: string): { tenant?: string } {
    return tenant === undefined ? {} : { tenant };
  }
}
