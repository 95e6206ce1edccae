import {
  Callback,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { Injectable } from '@nestjs/common';

@ValueClass()
class Line {
  sku: string = '';
  total(): number {
    return 0;
  }
}

class SpecialLine extends Line {}

@ValueClass()
@Injectable()
class Provided {
  sku: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(line: Line) {}

  @RestRoute('/special', HttpMethod.Post, new PublicAccess())
  special(line: SpecialLine | null) {}

  @RestRoute('/provided', HttpMethod.Post, new Callback(Subject.may))
  provided(line?: Provided) {}

  static may(line: Line): boolean {
    return line.sku !== '';
  }
}

// RR1019 at 30:16
// RR1019 at 33:17
// RR1019 at 36:19
// RR1019 at 38:20
