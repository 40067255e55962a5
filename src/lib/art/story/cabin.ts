/** The front of a cabin, 1600 x 900, with the steering wheel on the right. Its windows are open: a landscape lies behind. */
import { LIGHTS, type LightName } from '../light.ts'
import { blur, path, stroke } from '../svg.ts'
import { H, W, horizontal, vertical, type ColourStop } from './shapes.ts'

const WINDSCREEN =
  'M232 92C500 58 1100 58 1368 92C1400 97 1412 114 1421 140L1524 446C1532 474 1518 486 1490 486H110C82 486 68 474 76 446L179 140C188 114 200 97 232 92Z'
const SIDE_WINDOWS =
  'M-10 156L108 130C124 127 128 140 123 154L22 470L-10 486ZM1610 156L1492 130C1476 127 1472 140 1477 154L1578 470L1610 486Z'
const DASH =
  'M-10 512C190 466 420 474 600 478H1000C1024 478 1034 452 1076 444C1150 432 1280 432 1352 446C1398 455 1418 474 1462 480C1520 487 1570 496 1610 512V640H-10Z'
const TRIM = 'M-10 572C320 548 1280 548 1610 572V618C1280 596 320 596 -10 618Z'
const DOOR = 'M-10 520L48 536C104 650 118 790 96 910H-10Z'
const ARMREST = 'M-10 640L62 650C78 690 80 716 74 740L-10 750Z'
const CUSHION = 'M96 910C100 818 148 772 238 764C310 758 400 758 452 764C540 774 584 824 592 910Z'
const SEAT_PANEL =
  'M196 910C198 852 222 818 270 812C316 807 384 807 424 812C470 820 492 854 494 910Z'
const CONSOLE = 'M664 640H936L1004 910H596Z'
const WHEEL_RIM =
  'M1226 468C1328 468 1404 546 1404 636C1404 716 1356 780 1290 798C1250 806 1202 806 1162 798C1096 780 1048 716 1048 636C1048 546 1124 468 1226 468ZM1226 500C1142 500 1080 564 1080 638C1080 704 1118 754 1170 768C1206 775 1246 775 1282 768C1334 754 1372 704 1372 638C1372 564 1310 500 1226 500Z'
const SPOKES =
  'M1160 600C1190 586 1262 586 1292 600L1378 616L1374 664L1304 676C1296 700 1282 712 1262 716L1254 780H1198L1190 716C1170 712 1156 700 1148 676L1078 664L1074 616Z'

/** The right half mirrors the left. */
const bothSides = (shapes: string) =>
  `${shapes}<g transform="matrix(-1 0 0 1 1600 0)">${shapes}</g>`

export interface Cabin {
  /** The colour of seats, doors and trim. */
  upholstery: string
  light: LightName
  /** A gear lever instead of a dial. */
  isManual: boolean
}

export function renderCabin({ upholstery, light: lightName, isManual }: Cabin): string {
  const light = LIGHTS[lightName]
  const isNight = lightName === 'city'
  const glow = isNight ? '#ffb877' : light.rim[0]
  const glass: ColourStop[] = light.glass.map(([at, colour]) => [at, colour])
  const defs =
    vertical('r', [
      [0, '#0b0d0f'],
      [0.5, '#171a1d'],
      [1, '#101315'],
    ]) +
    vertical('d', [
      [0, '#454c51'],
      [0.16, '#2b3034'],
      [1, '#121517'],
    ]) +
    vertical('l', [
      [0, '#202528'],
      [1, '#0b0d0e'],
    ]) +
    vertical('u', [
      [0, '#fff', 0.2],
      [0.24, '#fff', 0.05],
      [0.6, '#000', 0.18],
      [1, '#000', 0.5],
    ]) +
    horizontal('t', [
      [0, '#000', 0.5],
      [0.2, '#fff', 0.1],
      [0.5, '#000', 0.12],
      [0.8, '#fff', 0.14],
      [1, '#000', 0.5],
    ]) +
    vertical('m', glass) +
    vertical('s', [
      [0, '#16283c'],
      [1, '#0a1420'],
    ]) +
    vertical('w', [
      [0, '#5b6369'],
      [0.2, '#2a2f33'],
      [0.7, '#14171a'],
      [1, '#24292c'],
    ]) +
    horizontal('k', [
      [0, '#6d757a'],
      [0.5, '#dfe3e4'],
      [1, '#5a6166'],
    ]) +
    vertical('v', [
      [0, '#000', 0.34],
      [0.3, '#000', 0],
    ]) +
    blur('g', 7) +
    blur('h', 16)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" aria-hidden="true"><defs>${defs}</defs>` +
    glazing() +
    body(light.rim) +
    mirror() +
    dash(upholstery, glow, isNight) +
    centre(upholstery) +
    (isManual ? lever() : dial()) +
    bothSides(seat(upholstery)) +
    bothSides(door(upholstery)) +
    wheel() +
    '</svg>'
  )
}

const glazing = () =>
  path(WINDSCREEN, 'fill="url(#v)"') +
  path('M980 70L1180 76L960 486H700Z', 'fill="#fff" fill-opacity=".05"') +
  path('M1220 78L1262 82L1080 486H1030Z', 'fill="#fff" fill-opacity=".04"')

const body = ([colour, opacity]: [string, number]) =>
  path(`M-10-10H1610V910H-10Z${WINDSCREEN}${SIDE_WINDOWS}`, 'fill="url(#r)" fill-rule="evenodd"') +
  stroke(WINDSCREEN, 10, '#050607') +
  stroke(WINDSCREEN, 3, colour, 0.16 + opacity * 0.16) +
  stroke(SIDE_WINDOWS, 3, colour, 0.12) +
  // Sun visors
  bothSides(
    path('M250 34C380 22 560 18 690 18L700 62C560 60 400 66 268 76Z', 'fill="#22272a"') +
      stroke('M268 76C400 66 560 60 700 62', 2, '#fff', 0.12),
  )

const mirror = () =>
  path('M788 30H812L816 112H784Z', 'fill="#0c0e10"') +
  '<rect x="694" y="100" width="212" height="62" rx="22" fill="#0a0c0d"/>' +
  '<rect x="703" y="108" width="194" height="46" rx="15" fill="url(#m)"/>' +
  path(
    'M703 138C760 128 840 128 897 138V142C897 150 890 154 882 154H718C710 154 703 150 703 142Z',
    'fill="#0b0e10" fill-opacity=".7"',
  )

function dash(upholstery: string, glow: string, isNight: boolean): string {
  const vent = (x: number) =>
    `<rect x="${x}" y="506" width="150" height="34" rx="12" fill="#08090a"/>` +
    stroke(`M${x + 14} 518H${x + 136}M${x + 14} 528H${x + 136}`, 3, '#4a5156', 0.8)
  return (
    path(DASH, 'fill="url(#d)"') +
    stroke(
      'M-10 512C190 466 420 474 600 478H1000C1024 478 1034 452 1076 444C1150 432 1280 432 1352 446C1398 455 1418 474 1462 480C1520 487 1570 496 1610 512',
      4,
      glow,
      isNight ? 0.3 : 0.5,
    ) +
    path('M-10 600H1610V720C1300 740 300 740 -10 720Z', 'fill="url(#l)"') +
    path(TRIM, `fill="${upholstery}"`) +
    path(TRIM, 'fill="url(#t)"') +
    stroke('M-10 568C320 544 1280 544 1610 568', 3, '#fff', 0.28) +
    stroke('M-10 620C320 598 1280 598 1610 620', 4, '#c9ced0', 0.65) +
    (isNight
      ? stroke('M-10 626C320 604 1280 604 1610 626', 9, glow, 0.9, 'filter="url(#g)"')
      : '') +
    vent(96) +
    vent(1392) +
    // The glovebox
    stroke('M150 650H520C540 650 548 662 544 684L538 716', 3, '#000', 0.7) +
    stroke('M150 653H520', 2, '#fff', 0.08) +
    // Instruments
    '<rect x="1100" y="462" width="252" height="96" rx="16" fill="#040608"/>' +
    '<rect x="1106" y="467" width="240" height="86" rx="12" fill="url(#s)"/>' +
    stroke('M1138 536A34 34 0 1 1 1194 536M1258 536A34 34 0 1 1 1314 536', 6, '#2c4560') +
    stroke('M1138 536A34 34 0 0 1 1166 483M1258 536A34 34 0 0 1 1268 492', 6, '#e9f1f8') +
    stroke('M1212 545L1222 500M1240 545L1230 500', 3, '#9fc1de', 0.9) +
    // The screen
    '<rect x="600" y="420" width="400" height="176" rx="18" fill="#030405"/>' +
    '<rect x="608" y="428" width="384" height="160" rx="12" fill="url(#s)"/>' +
    path('M664 428H992V500L860 588H664Z', 'fill="#1d3550" fill-opacity=".7"') +
    stroke(
      'M664 540C740 520 780 560 830 520S930 470 992 476M720 428L760 588M664 470L880 448L992 560',
      4,
      '#39587a',
      0.9,
    ) +
    stroke('M744 588C756 540 800 548 826 520S880 486 884 428', 6, '#f0a25e') +
    '<circle cx="826" cy="520" r="9" fill="#fff"/>' +
    '<rect x="608" y="428" width="56" height="160" rx="12" fill="#0b1622"/>' +
    ['456', '490', '524', '558']
      .map((y) => `<circle cx="636" cy="${y}" r="8" fill="#8fa9c0"/>`)
      .join('') +
    '<rect x="884" y="540" width="94" height="34" rx="8" fill="#0b1622" fill-opacity=".85"/>' +
    stroke('M896 552H950M896 562H930', 4, '#cfdde9', 0.9) +
    stroke('M618 424H982', 2, '#fff', 0.3)
  )
}

const centre = (upholstery: string) =>
  path(CONSOLE, 'fill="url(#d)"') +
  stroke('M664 640L596 910M936 640L1004 910', 4, '#c9ced0', 0.4) +
  path('M694 654H906L922 716H678Z', 'fill="#0a0c0d"') +
  path('M724 664H876L888 706H712Z', 'fill="#1b2023"') +
  stroke('M724 664H876', 2, '#fff', 0.16) +
  path('M640 910C648 846 690 820 800 820S952 846 960 910Z', `fill="${upholstery}"`) +
  path('M640 910C648 846 690 820 800 820S952 846 960 910Z', 'fill="url(#u)"') +
  stroke('M800 822V910', 3, '#000', 0.35)

const dial = () =>
  '<ellipse cx="800" cy="770" rx="50" ry="24" fill="#000" fill-opacity=".6"/>' +
  '<rect x="757" y="738" width="86" height="30" rx="15" fill="url(#k)"/>' +
  '<ellipse cx="800" cy="742" rx="43" ry="15" fill="#2b3033"/>' +
  stroke('M757 742A43 15 0 0 1 843 742', 3, '#fff', 0.5)

const lever = () =>
  path('M748 800L770 742H830L852 800Z', 'fill="#1a1e21"') +
  stroke('M772 760H828M764 780H836', 3, '#000', 0.5) +
  path('M790 752L794 660H806L810 752Z', 'fill="url(#k)"') +
  '<ellipse cx="800" cy="650" rx="30" ry="34" fill="#0d0f11"/><ellipse cx="800" cy="644" rx="24" ry="24" fill="url(#w)"/>' +
  stroke('M788 632V652M800 632V652M812 632V652M788 642H812', 3, '#dfe3e4', 0.8)

const seat = (upholstery: string) =>
  path(CUSHION, `fill="${upholstery}"`) +
  path(CUSHION, 'fill="url(#u)"') +
  path(SEAT_PANEL, 'fill="#000" fill-opacity=".16"') +
  stroke(SEAT_PANEL, 4, '#000', 0.3) +
  stroke(SEAT_PANEL, 2, '#fff', 0.3, 'stroke-dasharray="9 6"') +
  stroke('M270 812V910M345 808V910M420 812V910', 3, '#000', 0.24) +
  stroke('M104 880C116 810 160 776 240 768C310 762 400 762 450 768', 4, '#fff', 0.2)

const door = (upholstery: string) =>
  path(DOOR, 'fill="url(#l)"') +
  path(ARMREST, `fill="${upholstery}"`) +
  path(ARMREST, 'fill="url(#u)"') +
  stroke('M-10 584C20 586 50 590 66 600', 8, '#b9c0c4', 0.7) +
  stroke(DOOR, 3, '#fff', 0.1)

const wheel = () =>
  path(SPOKES, 'fill="#101315"') +
  path(
    'M1166 606C1196 594 1256 594 1286 606L1296 670C1286 698 1268 706 1226 706S1166 698 1156 670Z',
    'fill="url(#w)"',
  ) +
  stroke('M1166 606C1196 594 1256 594 1286 606', 3, '#fff', 0.22) +
  '<circle cx="1226" cy="652" r="17" fill="url(#k)"/><circle cx="1226" cy="652" r="11" fill="#15181a"/>' +
  stroke('M1100 632H1136M1102 648H1136M1316 632H1352M1316 648H1350', 6, '#98a1a7', 0.7) +
  path(WHEEL_RIM, 'fill="#000" fill-opacity=".5" filter="url(#h)" transform="translate(0 10)"') +
  path(WHEEL_RIM, 'fill="url(#w)" fill-rule="evenodd"') +
  stroke('M1052 620C1058 540 1130 472 1226 471S1394 540 1400 620', 4, '#fff', 0.3) +
  stroke('M1084 634C1086 566 1144 504 1226 504S1366 566 1368 634', 2, '#000', 0.6)
