package io.spillway.metrics;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * A histogram of durations that is told ms and shows seconds with their fractions: the unit that
 * metric names promise, which Flink's whole numbers can't hold.
 */
public final class SecondsHistogram implements Histogram {
  private static final double MS_A_SECOND = 1000;

  private final DescriptiveStatisticsHistogram millis;

  /**
   * @param window number of newest values that the quantiles are of
   */
  public SecondsHistogram(int window) {
    millis = new DescriptiveStatisticsHistogram(window);
  }

  /** In ms. */
  @Override
  public void update(long value) {
    millis.update(value);
  }

  @Override
  public long getCount() {
    return millis.getCount();
  }

  /** In seconds; the least and the greatest value are rounded to whole ones. */
  @Override
  public HistogramStatistics getStatistics() {
    return new Seconds(millis.getStatistics());
  }

  private static final class Seconds extends HistogramStatistics {
    private final HistogramStatistics millis;

    Seconds(HistogramStatistics millis) {
      this.millis = millis;
    }

    @Override
    public double getQuantile(double quantile) {
      return millis.getQuantile(quantile) / MS_A_SECOND;
    }

    @Override
    public long[] getValues() {
      long[] values = millis.getValues();
      for (int i = 0; i < values.length; i++) {
        values[i] = Math.round(values[i] / MS_A_SECOND);
      }
      return values;
    }

    @Override
    public int size() {
      return millis.size();
    }

    @Override
    public double getMean() {
      return millis.getMean() / MS_A_SECOND;
    }

    @Override
    public double getStdDev() {
      return millis.getStdDev() / MS_A_SECOND;
    }

    @Override
    public long getMax() {
      return Math.round(millis.getMax() / MS_A_SECOND);
    }

    @Override
    public long getMin() {
      return Math.round(millis.getMin() / MS_A_SECOND);
    }
  }
}
