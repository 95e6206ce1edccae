import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';

@ValueClass()
class Line {
  sku!: string;
}

interface Order {
  lines: Line[];
  notes: { tags: Set<string> }[];
  meta: unknown;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/none', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  none() {
    return [];
  }
  @RestRoute('/any', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  async any(): Promise<any> {
    return [];
  }
  @RestRoute('/within', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  within(): RestResponse<Order> {
    return new RestResponse({ lines: [], notes: [], meta: 1 });
  }
  @RestRoute('/lines', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  lines(): Omit<Order, 'notes'>[] {
    return [];
  }
  @RestRoute('/unknown', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  async unknown(): Promise<unknown[]> {
    return [];
  }
  @RestRoute('/service', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  service(): Service {
    return new Service();
  }
}

class Service {
  serve() {}
}

// RR1036 at 23:59
// RR1036 at 27:58
// RR1036 at 31:61
// RR1036 at 39:62
// RR1036 at 43:62
