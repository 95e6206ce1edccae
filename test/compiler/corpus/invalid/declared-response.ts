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
}

// RR1036 at 23:59
// RR1036 at 27:58
// RR1036 at 31:61
