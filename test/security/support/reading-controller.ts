import {
  Format,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

const optional = { required: false } as const;
const text = { ...optional, type: 'string' } as const;

@ValueClass()
class Item {
  @Param({ type: 'string', maxLength: 20 }) name!: string;
  @Param({ ...optional, type: 'integer' }) count?: number;
}

/** Takes an argument of every type, format and limit. Each is optional, and reads the same value. */
@RestController('v1', '/reading')
export class ReadingController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read(
    @Param({ ...text, name: 'email', format: Format.Email }) _email: unknown,
    @Param({ ...text, name: 'short_email', format: Format.Email, maxLength: 100, enum: ['a@b.co'] })
    _shortEmail: unknown,
    @Param({ ...text, name: 'uri', format: Format.Uri }) _uri: unknown,
    @Param({ ...text, name: 'short_uri', format: Format.Uri, maxLength: 100 }) _shortUri: unknown,
    @Param({ ...text, name: 'date', format: Format.DateTime }) _date: unknown,
    @Param({ ...text, name: 'ip', format: Format.Ip }) _ip: unknown,
    @Param({ ...text, name: 'color', format: Format.HexColor }) _color: unknown,
    @Param({ ...text, name: 'uuid', format: Format.Uuid }) _uuid: unknown,
    @Param({ ...text, name: 'free' }) _free: unknown,
    @Param({ ...text, name: 'short', maxLength: 50 }) _short: unknown,
    @Param({ ...text, name: 'long', minLength: 1_000_000 }) _long: unknown,
    @Param({ ...text, name: 'pattern', pattern: '^[a-z]+$' }) _pattern: unknown,
    @Param({ ...optional, name: 'choice', enum: ['a', 'b'] }) _choice: unknown,
    @Param({ ...optional, name: 'integer', type: 'integer' }) _integer: unknown,
    @Param({ ...optional, name: 'number', type: 'number' }) _number: unknown,
    @Param({ ...optional, name: 'boolean', type: 'boolean' }) _boolean: unknown,
    @Param({ ...optional, name: 'texts' }) @ListOf('string') _texts: unknown,
    @Param({ ...optional, name: 'integers' }) @ListOf('integer') _integers: unknown,
    @Param({ ...optional, name: 'few' }) @ListOf('string', { maxItems: 3 }) _few: unknown,
    @Param({ ...optional, name: 'items' }) @ListOf(Item) _items: unknown,
  ) {
    return new RestResponse({ read: true }).header('ETag', '"1"').paged({
      total: 30,
      page: 2,
      perPage: 10,
    });
  }

  @RestRoute('/{text}', HttpMethod.Get, new PublicAccess())
  text(@Param({ name: 'text', type: 'string' }) _text: unknown) {
    return { read: true };
  }

  @RestRoute('/mixed/{a}-{b}-{c}', HttpMethod.Get, new PublicAccess())
  mixed(
    @Param({ name: 'a', type: 'string' }) _a: unknown,
    @Param({ name: 'b', type: 'string' }) _b: unknown,
    @Param({ name: 'c', type: 'integer' }) _c: unknown,
  ) {
    return { read: true };
  }
}
