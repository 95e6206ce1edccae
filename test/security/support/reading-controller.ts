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
  type int,
} from 'nestjs-rest-routes';

const optional = { required: false } as const;

@ValueClass()
class Item {
  @Param({ maxLength: 20 }) name!: string;
  count?: int;
}

/** Takes an argument of every type, format and limit. Each is optional, and reads the same value. */
@RestController('v1', '/reading')
export class ReadingController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  read(
    @Param({ format: Format.Email }) email?: string,
    @Param({ format: Format.Email, maxLength: 100 }) short_email?: 'a@b.co',
    @Param({ format: Format.Uri }) uri?: string,
    @Param({ format: Format.Uri, maxLength: 100 }) short_uri?: string,
    @Param({ format: Format.DateTime }) date?: string,
    @Param({ format: Format.Ip }) ip?: string,
    @Param({ format: Format.HexColor }) color?: string,
    @Param({ format: Format.Uuid }) uuid?: string,
    free?: string,
    @Param({ maxLength: 50 }) short?: string,
    @Param({ minLength: 1_000_000 }) long?: string,
    @Param({ pattern: '^[a-z]+$' }) pattern?: string,
    choice?: 'a' | 'b',
    integer?: int,
    number?: number,
    boolean?: boolean,
    texts?: string[],
    integers?: int[],
    @ListOf('string', { maxItems: 3 }) few?: string[],
    items?: Item[],
  ) {
    return new RestResponse({ read: true }).header('ETag', '"1"').paged(30, {
      page: 2,
      per_page: 10,
    });
  }

  @RestRoute('/{text}', HttpMethod.Get, new PublicAccess())
  text(text: string) {
    return { read: true };
  }

  @RestRoute('/mixed/{a}-{b}-{c}', HttpMethod.Get, new PublicAccess())
  mixed(a: string, b: string, c: int) {
    return { read: true };
  }
}
