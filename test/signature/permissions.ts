import { Injectable } from '@nestjs/common';
import type { int } from 'nestjs-rest-routes';

/** Nothing here says that it has to do with routes. */
export class Permissions {
  static isEven(id: int): boolean {
    return id % 2 === 0;
  }
}

@Injectable()
export class Owners {
  private readonly names = new Set(['ada']);

  static owns(who: string, owners: Owners, id: int): boolean {
    return owners.names.has(who) && id > 0;
  }
}
