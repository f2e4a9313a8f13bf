// The work in Qt 6 Widgets: a QImage, of which the changed part is repainted.
#include <QApplication>
#include <QImage>
#include <QPaintEvent>
#include <QPainter>
#include <QTouchEvent>
#include <QWidget>

#include "page.h"

class Page : public QWidget {
public:
  Page() {
    setAttribute(Qt::WA_AcceptTouchEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    resize(page_width, page_height);
  }

protected:
  void resizeEvent(QResizeEvent *) override {
    image = QImage(size(), QImage::Format_RGB32);
    image.fill(Qt::white);
  }

  void paintEvent(QPaintEvent *event) override { QPainter(this).drawImage(event->rect(), image, event->rect()); }

  bool event(QEvent *event) override {
    switch (event->type()) {
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
      for (const QEventPoint &point : static_cast<QTouchEvent *>(event)->points()) handle(point);
      return true;
    case QEvent::TouchCancel:
      for (finger &finger : fingers) finger.is_down = false;
      return true;
    default: return QWidget::event(event);
    }
  }

private:
  QImage image;

  void handle(const QEventPoint &point) {
    if (point.state() == QEventPoint::Stationary) return;
    bool isNew = point.state() == QEventPoint::Pressed;
    finger *finger = finger_with(point.id(), isNew);
    if (!finger) return;
    double x = point.position().x(), y = point.position().y();
    if (isNew) *finger = {true, point.id(), x, y};
    draw(finger->x, finger->y, x, y);
    finger->x = x, finger->y = y;
    if (point.state() == QEventPoint::Released) finger->is_down = false;
  }

  void draw(double x0, double y0, double x1, double y1) {
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::black, line_width, Qt::SolidLine, Qt::RoundCap));
    if (x0 == x1 && y0 == y1) painter.drawPoint(QPointF(x0, y0)); else painter.drawLine(QPointF(x0, y0), QPointF(x1, y1));
    box changed = box_of_line(x0, y0, x1, y1, image.width(), image.height());
    update(changed.x, changed.y, changed.width, changed.height);
  }
};

int main(int count, char **arguments) {
  qputenv("QT_QPA_PLATFORM", "wayland");
  // Otherwise it loads a GPU's libraries also for pixels that it paints itself.
  qputenv("QT_WAYLAND_CLIENT_BUFFER_INTEGRATION", "none");
  qputenv("QT_WAYLAND_DISABLE_WINDOWDECORATION", "1");
  qputenv("NO_AT_BRIDGE", "1");
  QApplication application(count, arguments);
  Page page;
  page.show();
  return QApplication::exec();
}
