import { StreamableFile } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import type { AuditLog } from '../shared/services.js';

interface Item {
  id: int;
}
@ValueClass()
class Line {
  sku: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a', HttpMethod.Get, new PublicAccess())
  async a(): Promise<Item> {
    return { id: 1 };
  }
  @RestRoute('/b', HttpMethod.Get, new PublicAccess())
  async b(): Promise<RestResponse<int>> {
    return new RestResponse(1);
  }
  @RestRoute('/c', HttpMethod.Get, new PublicAccess())
  c(): Item[] {
    return [];
  }
  @RestRoute('/d', HttpMethod.Get, new PublicAccess())
  d(): string | null {
    return null;
  }
  @RestRoute('/e', HttpMethod.Get, new PublicAccess())
  async e(): Promise<void> {}
  @RestRoute('/f', HttpMethod.Get, new PublicAccess())
  f(): Line {
    return new Line();
  }
  @RestRoute('/g', HttpMethod.Get, new PublicAccess())
  g(): AuditLog {
    return new Date() as never;
  }
  @RestRoute('/h', HttpMethod.Get, new PublicAccess())
  h() {
    return 1;
  }
  @RestRoute('/i', HttpMethod.Get, new PublicAccess())
  i(): StreamableFile {
    return new StreamableFile(Buffer.from(''));
  }
}

const item = {
  kind: 'object',
  name: 'Item',
  properties: [{ name: 'id', type: { kind: 'integer' } }],
};
const written = { name: 'written', type: { kind: 'array', items: { kind: 'string' } } };

export const expected = {
  methods: {
    a: { parameters: [], returns: item },
    b: { parameters: [], returns: { kind: 'integer' }, returnsResponse: true },
    c: { parameters: [], returns: { kind: 'array', items: item } },
    d: { parameters: [], returns: { kind: 'string', nullable: true } },
    e: { parameters: [], returns: { kind: 'opaque', text: 'void' } },
    f: { parameters: [], returns: { kind: 'class', name: 'Line' } },
    g: { parameters: [], returns: { kind: 'object', name: 'AuditLog', properties: [written] } },
    h: { parameters: [] },
    i: { parameters: [], returns: { kind: 'opaque', text: 'StreamableFile' } },
  },
};

export const references = () => ({ Line });
