import {
  Callback,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  allOf,
  anyOf,
  type int,
} from 'nestjs-rest-routes';

interface Thing {
  id: int;
  title: string;
}

/** Paths that OpenAPI takes for one, combined permissions, errors and things without a return type. */
@RestController('v2', '/things')
export class ThingsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  byId(id: int, verbose: boolean = false): Thing {
    return { id, title: String(verbose) };
  }

  @RestRoute('/{slug}', HttpMethod.Get, new Capability('read_things'))
  bySlug(slug: string, language?: 'de' | 'en'): Thing {
    return { id: 0, title: `${slug} ${language ?? ''}` };
  }

  @RestRoute(
    '',
    HttpMethod.Delete,
    anyOf(new Capability('delete_things'), new Callback(ThingsController.none)),
  )
  clear(before?: Date): void {
    void before;
  }

  @RestRoute(
    '',
    HttpMethod.Put,
    allOf(new Capability('edit_things'), new Callback(ThingsController.some)),
  )
  replace(things: Thing[]): Thing[] {
    return things;
  }

  @RestRoute('/failures/{status}', HttpMethod.Post, new PublicAccess())
  fail(status: 400 | 409 | 422 | 500 | 503, code: string = 'failed'): never {
    throw new RestException(code === '' ? 'failed' : code, 'It failed.', status);
  }

  @RestRoute('/nothing', HttpMethod.Post, new PublicAccess())
  nothing(): null {
    return null;
  }

  static some(things: Thing[]): boolean {
    return things.length > 0;
  }

  static none(): boolean {
    return false;
  }
}
