import { All, Controller, Get as Read, Head } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { Capability, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';

@Controller('subjects')
@RestController('v1', '/subjects')
export class Subject {
  @Read(':id')
  @RestRoute('/{id}', HttpMethod.Get, new Capability('admin'))
  one(id: int) {}

  @RestRoute('', HttpMethod.Get, new Capability('admin'))
  @All()
  list() {}

  @RestRoute('', HttpMethod.Delete, new Capability('admin'))
  @MessagePattern('subjects.clear')
  clear() {}

  @Head()
  count() {}

  @EventPattern('subjects.cleared')
  cleared() {}
}

@Controller('things')
export class Things {
  @Read('all')
  all() {}
}

@RestController('v1', '/things')
export class RestThings extends Things {
  @RestRoute('', HttpMethod.Get, new Capability('admin'))
  list() {}
}

// RR1067 at 5:1
// RR1067 at 10:3
// RR1067 at 13:3
// RR1067 at 17:3
// RR1067 at 20:3
// RR1067 at 34:14
