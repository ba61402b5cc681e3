/** A line through the values from the lowest edge up; a missing value breaks it. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let path = '';
  let isDrawing = false;
  values.forEach((value, index) => {
    if (value === null) {
      isDrawing = false;
      return;
    }
    const x = Math.round(index * step * 10) / 10;
    const y = Math.round((height - (value / highest) * (height - 2)) * 10) / 10;
    path += `${isDrawing ? 'L' : 'M'}${x} ${y}`;
    isDrawing = true;
  });
  return path;
}
