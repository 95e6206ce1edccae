import { Injectable } from '@nestjs/common';
import type { int, RestRequest } from 'nestjs-rest-routes';

/** Nothing here says that it has to do with routes. */
export class Permissions {
  static isEven(id: int): boolean {
    return id % 2 === 0;
  }
}

/** For plain controllers. */
export class RequestPermissions {
  static isEven(request: RestRequest): boolean {
    return Number(request.params['id']) % 2 === 0;
  }
}

@Injectable()
export class Owners {
  private readonly names = new Set(['ada']);

  static owns(who: string, owners: Owners, id: int): boolean {
    return owners.names.has(who) && id > 0;
  }

  static mayAsk(request: RestRequest, owners: Owners): boolean {
    return owners.names.has(String(request.query['who']));
  }
}
