/** Small builders for SVG text. Attributes only: no style attribute and no <style>, so a strict CSP is fine. */
import { num } from './curves.ts'

export type Stop = [offset: number, colour: string, opacity?: number]
export const WHITE = '#fff',
  BLACK = '#000'

/** Opacity without trailing noise: 0.4400001 -> ".44". */
const short = (value: number): string =>
  String(Math.round(value * 1000) / 1000).replace(/^0\./, '.')

export const path = (d: string, attributes: string): string => `<path d="${d}" ${attributes}/>`
export const stroke = (d: string, width: number, colour: string, opacity = 1, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${num(width)}"${opacity < 1 ? ` stroke-opacity="${short(opacity)}"` : ''}${more && ` ${more}`}/>`
export const circle = (radius: number, attributes: string): string =>
  `<circle r="${num(radius)}" ${attributes}/>`

const stopList = (stops: Stop[]): string =>
  stops
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${short(opacity)}"`}/>`,
    )
    .join('')

/** Gradient from (x1, y1) to (x2, y2), in millimetres with y up. */
export const linear = (
  id: string,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stops: Stop[],
): string =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${num(x1)}" y1="${num(-y1)}" x2="${num(x2)}" y2="${num(-y2)}">${stopList(stops)}</linearGradient>`
export const radial = (
  id: string,
  cx: number,
  cy: number,
  radius: number,
  stops: Stop[],
  more = '',
): string =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${num(cx)}" cy="${num(-cy)}" r="${num(radius)}"${more}>${stopList(stops)}</radialGradient>`
export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-10%" y="-30%" width="120%" height="160%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

export const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
